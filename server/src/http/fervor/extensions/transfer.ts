// The extension app.courant.transfer: import and export of feeds and of whole accounts.
import { accountQuery, importTypes, maxImportBytes } from '@courant/protocol';
import * as imports from '../../../library/transfer/imports.ts';
import { readDocument } from '../document.ts';
import type { ExtensionRoute, UserHandler } from '../handler.ts';
import { requireId } from '../ids.ts';
import { readQuery } from '../input.ts';
import { json } from '../present.ts';
import { presentImport, presentReport } from '../present-transfer.ts';
import { download } from '../streamed.ts';

const base = '/api/app.courant.transfer/v1';

/** Loaded with the first export: on most days there is none. */
const writing = () => import('../../../library/transfer/export.ts');

export const transferRoutes: readonly ExtensionRoute[] = [
  { method: 'GET', path: `${base}/opml`, scope: 'read', handle: opml },
  { method: 'GET', path: `${base}/account`, scope: 'read', handle: account },
  { method: 'GET', path: `${base}/imports`, scope: 'read', handle: list },
  { method: 'POST', path: `${base}/imports`, scope: 'write', handle: start },
  { method: 'GET', path: `${base}/imports/:id`, scope: 'read', handle: get },
  { method: 'POST', path: `${base}/imports/:id/retry`, scope: 'write', handle: retry },
  { method: 'POST', path: `${base}/imports/:id/cancel`, scope: 'write', handle: cancel },
];

async function opml(...[{ library, instance }, call]: Parameters<UserHandler>): Promise<Response> {
  const { exportOpml } = await writing();
  const text = await exportOpml(library, call.userId, `Feeds on ${instance.name}`);
  return download(text, { type: 'text/x-opml; charset=utf-8', name: 'feeds.opml' });
}

async function account(...[{ library }, call]: Parameters<UserHandler>): Promise<Response> {
  const { content } = readQuery(call, accountQuery, 'export account');
  const { exportAccount } = await writing();
  const lines = exportAccount(library, call.userId, { content });
  return download(lines, { type: 'application/x-ndjson; charset=utf-8', name: 'account.jsonl' });
}

async function list(...[{ library }, call]: Parameters<UserHandler>): Promise<Response> {
  return json((await imports.listImports(library, call.userId)).map(presentImport));
}

async function start(...[{ library }, call]: Parameters<UserHandler>): Promise<Response> {
  const bytes = await readDocument(call, {
    action: 'import',
    types: importTypes,
    maxBytes: maxImportBytes,
  });
  return json(presentReport(await imports.startImport(library, call.userId, bytes)));
}

async function get(...[{ library }, { userId, params }]: Parameters<UserHandler>): Promise<Response> {
  return json(presentReport(await imports.getImport(library, userId, requireId(params, 'get import'))));
}

async function retry(...[{ library }, { userId, params }]: Parameters<UserHandler>): Promise<Response> {
  return json(presentReport(await imports.retryImport(library, userId, requireId(params, 'retry import'))));
}

async function cancel(...[{ library }, { userId, params }]: Parameters<UserHandler>): Promise<Response> {
  return json(presentReport(await imports.cancelImport(library, userId, requireId(params, 'cancel import'))));
}
