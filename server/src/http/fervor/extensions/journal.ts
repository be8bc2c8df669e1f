// The extension app.courant.journal: what was done in bulk, and undoing it.
import { journalQuery } from '@courant/protocol';
import { findApp } from '../../../accounts/apps.ts';
import { listEntries, undo } from '../../../library/journal.ts';
import type { ExtensionRoute, FervorHouse, UserCall, UserHandler } from '../handler.ts';
import { readQuery, requireId } from '../input.ts';
import { json } from '../present.ts';
import { presentEntry } from '../present-journal.ts';

const list: UserHandler = async ({ library, accounts }, call) => {
  const { limit, before } = readQuery(call, journalQuery, 'list entries');
  const page = { limit, ...(before === undefined ? {} : { before }) };
  const entries = await listEntries(library, call.userId, page);
  const app = await askingApp(accounts, call);
  return json(entries.map((entry) => presentEntry(entry, app)));
};

const takeBack: UserHandler = async ({ library, accounts }, call) => {
  const undone = await undo(library, call.userId, requireId(call, 'undo'));
  return json(presentEntry(undone, await askingApp(accounts, call)));
};

/** The name of the app that asks, '' if it is gone; undefined: it is the reader. */
async function askingApp(
  accounts: FervorHouse['accounts'],
  { doer }: Pick<UserCall, 'doer'>,
): Promise<string | undefined> {
  if (doer.kind === 'reader') return undefined;
  return doer.kind === 'app' ? ((await findApp(accounts, doer.appId))?.name ?? '') : doer.name;
}

export const journalRoutes: readonly ExtensionRoute[] = [
  ['GET', '/api/app.courant.journal/v1/entries', 'read', list],
  ['POST', '/api/app.courant.journal/v1/entries/:id/undo', 'write', takeBack],
];
