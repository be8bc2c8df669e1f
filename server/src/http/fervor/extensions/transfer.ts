// The extension app.courant.transfer: import and export of feeds and of whole accounts.
import { accountQuery, importTypes, maxImportBytes } from '@courant/protocol';
import { groundsOf } from '../../../accounts/authenticate.ts';
import * as imports from '../../../library/transfer/imports.ts';
import { expectedBytes } from '../../body.ts';
import { whileAllowed } from '../../while-allowed.ts';
import { download } from '../download.ts';
import type { ExtensionRoute, UserHandler } from '../handler.ts';
import { readDocument, readQuery, requireId } from '../input.ts';
import { json } from '../present.ts';
import { presentImport, presentReport } from '../present-transfer.ts';

const base = '/api/app.courant.transfer/v1';

/** Loaded with the first export: on most days there is none. */
const writing = () => import('../../../library/transfer/export.ts');

const opml: UserHandler = async ({ library, instance }, call) => {
  const { exportOpml } = await writing();
  const text = await exportOpml(library, call.userId, `Feeds on ${instance.name}`);
  return download(text, { type: 'text/x-opml; charset=utf-8', name: 'feeds.opml' });
};

const account: UserHandler = async ({ library, accounts }, call) => {
  const { content } = readQuery(call, accountQuery, 'export account');
  const { exportAccount } = await writing();
  const isAllowed = await groundsOf(accounts, call.secret);
  const lines = whileAllowed(accounts.clock, isAllowed, exportAccount(library, call.userId, { content }));
  return download(lines, { type: 'application/x-ndjson; charset=utf-8', name: 'account.jsonl' });
};

const list: UserHandler = async ({ library }, { userId }) =>
  json((await imports.listImports(library, userId)).map(presentImport));

const start: UserHandler = async ({ library }, call) => {
  const { request, userId } = call;
  const options = { action: 'import', types: importTypes, maxBytes: maxImportBytes };
  const document = { userId, bytes: expectedBytes(request, maxImportBytes) };
  const report = await library.imports.hold(document, async () =>
    imports.startImport(library, userId, await readDocument(call, options)),
  );
  return json(presentReport(report));
};

const get: UserHandler = async ({ library }, call) =>
  json(presentReport(await imports.getImport(library, call.userId, requireId(call, 'get import'))));

const retry: UserHandler = async ({ library }, call) =>
  json(presentReport(await imports.retryImport(library, call.userId, requireId(call, 'retry import'))));

const cancel: UserHandler = async ({ library }, call) =>
  json(presentReport(await imports.cancelImport(library, call.userId, requireId(call, 'cancel import'))));

export const transferRoutes: readonly ExtensionRoute[] = [
  ['GET', `${base}/opml`, 'read', opml],
  ['GET', `${base}/account`, 'read', account],
  ['GET', `${base}/imports`, 'read', list],
  ['POST', `${base}/imports`, 'write', start],
  ['GET', `${base}/imports/:id`, 'read', get],
  ['POST', `${base}/imports/:id/retry`, 'write', retry],
  ['POST', `${base}/imports/:id/cancel`, 'write', cancel],
];
