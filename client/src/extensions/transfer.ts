/** The extension `app.courant.transfer`: import and export of feeds and of whole accounts. */

import type { ImportJob } from '@courant/protocol';
import { untilAborted } from '../session.ts';
import type { CallOptions } from '../sign-in.ts';
import type { Send } from '../transport.ts';

/** Method and path of each endpoint. */
export const transferRoutes = {
  exportOpml: 'GET /api/app.courant.transfer/v1/opml',
  exportAccount: 'GET /api/app.courant.transfer/v1/account',
  listImports: 'GET /api/app.courant.transfer/v1/imports',
  startImport: 'POST /api/app.courant.transfer/v1/imports',
  getImport: 'GET /api/app.courant.transfer/v1/imports/:id',
  retryImport: 'POST /api/app.courant.transfer/v1/imports/:id/retry',
  cancelImport: 'POST /api/app.courant.transfer/v1/imports/:id/cancel',
} as const;

/** How often the progress of an import is polled: often enough to look alive. */
const progressEveryMs = 1_000;

type ProgressOptions = { everyMs?: number } & CallOptions;

/** The methods of `client.transfer`. */
export function transferMethods(call: Send) {
  const get = async (id: number, { signal }: CallOptions = {}): Promise<ImportJob> => {
    return (await call({ name: 'getImport', id, signal })).body;
  };
  return {
    /** The feeds in their groups as OPML 2.0. */
    async exportOpml({ signal }: CallOptions = {}): Promise<string> {
      return (await call({ name: 'exportOpml', reads: 'text', signal })).body;
    },

    /** The whole account as JSON Lines, for `importFile`. `content`: with the texts of the items. */
    async exportAccount({ content, signal }: { content?: boolean } & CallOptions = {}): Promise<string> {
      return (await call({ name: 'exportAccount', query: { content }, reads: 'text', signal })).body;
    },

    /**
     * Imports a document: OPML, an account, or what another reader exports (the documentation lists them). Its groups exist when
     * this resolves; its feeds follow gradually, see `importProgress`. A file is best handed over as it is, because OPML
     * declares its own encoding: read as text, one that is not UTF-8 is damaged. 413: more than 50 MB. 415: `type` is not for documents. 422: it is none of
     * these. 429: too many are unfinished.
     */
    async importFile(
      content: string | Blob,
      type = 'application/octet-stream',
      { signal }: CallOptions = {},
    ): Promise<ImportJob> {
      return (await call({ name: 'startImport', document: { content, type }, signal })).body;
    },

    /** The imports of the last 90 days, newest first, without their failures. */
    async imports({ signal }: CallOptions = {}): Promise<ImportJob[]> {
      return (await call({ name: 'listImports', signal })).body;
    },

    /** How far an import has come, and what of it has failed. 404: there is none with this id. */
    getImport: get,

    /** Yields an import each time it has progressed, until it has ended: `for await (const { feeds } of …)`. */
    importProgress(id: number, options: ProgressOptions = {}): AsyncGenerator<ImportJob, void, undefined> {
      return progressOf(() => get(id, options), options);
    },

    /** Retries what has failed, or was not tried. 404: there is none with this id. 422: there is nothing to retry. */
    async retryImport(id: number, { signal }: CallOptions = {}): Promise<ImportJob> {
      return (await call({ name: 'retryImport', id, signal })).body;
    },

    /** Stops an import; feeds already followed stay. 404: there is none with this id. 422: it has ended. */
    async cancelImport(id: number, { signal }: CallOptions = {}): Promise<ImportJob> {
      return (await call({ name: 'cancelImport', id, signal })).body;
    },
  };
}

async function* progressOf(
  get: () => Promise<ImportJob>,
  { everyMs = progressEveryMs, signal }: ProgressOptions,
): AsyncGenerator<ImportJob, void, undefined> {
  for (let last = ''; ; ) {
    const job = await get();
    const now = JSON.stringify(job);
    if (now !== last) yield job;
    if (job.state === 'done' || job.state === 'cancelled') return;
    last = now;
    await untilAborted(new Promise((resolve) => setTimeout(resolve, everyMs)), signal);
  }
}
