// The extension app.courant.journal: what was done in bulk, and undoing it.
import { journalQuery } from '@courant/protocol';
import { listEntries, undo } from '../../../library/journal.ts';
import type { ExtensionRoute, UserHandler } from '../handler.ts';
import { requireId } from '../ids.ts';
import { readQuery } from '../input.ts';
import { json } from '../present.ts';
import { presentEntry } from '../present-journal.ts';

export const journalRoutes: readonly ExtensionRoute[] = [
  { method: 'GET', path: '/api/app.courant.journal/v1/entries', scope: 'read', handle: list },
  { method: 'POST', path: '/api/app.courant.journal/v1/entries/:id/undo', scope: 'write', handle: takeBack },
];

async function list(...[{ library }, call]: Parameters<UserHandler>): Promise<Response> {
  const { limit, before } = readQuery(call, journalQuery, 'list entries');
  const page = { limit, ...(before === undefined ? {} : { before }) };
  return json((await listEntries(library, call.userId, page)).map(presentEntry));
}

async function takeBack(...[{ library }, { userId, params }]: Parameters<UserHandler>): Promise<Response> {
  return json(presentEntry(await undo(library, userId, requireId(params, 'undo'))));
}
