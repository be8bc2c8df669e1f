// The extension app.courant.journal: what was done in bulk, and undoing it.
import { journalQuery } from '@courant/protocol';
import { listEntries, undo } from '../../../library/journal.ts';
import type { ExtensionRoute, UserHandler } from '../handler.ts';
import { readQuery, requireId } from '../input.ts';
import { json } from '../present.ts';
import { presentEntry } from '../present-journal.ts';

const list: UserHandler = async ({ library }, call) => {
  const { limit, before } = readQuery(call, journalQuery, 'list entries');
  const page = { limit, ...(before === undefined ? {} : { before }) };
  return json((await listEntries(library, call.userId, page)).map(presentEntry));
};

const takeBack: UserHandler = async ({ library }, call) =>
  json(presentEntry(await undo(library, call.userId, requireId(call, 'undo'))));

export const journalRoutes: readonly ExtensionRoute[] = [
  ['GET', '/api/app.courant.journal/v1/entries', 'read', list],
  ['POST', '/api/app.courant.journal/v1/entries/:id/undo', 'write', takeBack],
];
