/** The extension `app.courant.sync`: changes since a cursor, as an answer and as a stream of events. */

import type { Changes, Counts, Snapshot } from '@courant/protocol';
import { ContractError } from '../errors.ts';
import type { Cut, Follow } from '../follow.ts';
import type { CallOptions } from '../sign-in.ts';
import type { Send } from '../transport.ts';

/** Method and path of each endpoint. */
export const syncRoutes = {
  listChanges: 'GET /api/app.courant.sync/v1/changes',
  getSnapshot: 'GET /api/app.courant.sync/v1/snapshot',
  getCounts: 'GET /api/app.courant.sync/v1/counts',
  followEvents: 'GET /api/app.courant.sync/v1/events',
} as const;

export type ChangesQuery = {
  /** The cursor of an earlier answer; default: from now on. */
  since?: string | undefined;
  /** How many whole groups, feeds and items to return, 1 to 200; default 100. */
  limit?: number | undefined;
  /** False: items come without `content`, `summary` and `app.courant.full-text`. */
  content?: boolean | undefined;
};

/** The methods of `client.sync`. */
export function syncMethods(call: Send, follow: Follow) {
  const snapshot = async (
    page: string,
    { limit, signal }: { limit?: number } & CallOptions = {},
  ): Promise<Snapshot> => {
    return (await call({ name: 'getSnapshot', query: { page, limit }, signal })).body;
  };
  return {
    /**
     * What has changed since a cursor, each thing once, in its current state. Without a cursor: a cursor for now, and the page token of
     * a snapshot. While `more` is true, ask again with the new cursor. 410: the cursor is no longer valid, start again without it.
     */
    async changes(query: ChangesQuery = {}, { signal }: CallOptions = {}): Promise<Changes> {
      return (await call({ name: 'listChanges', query, signal })).body;
    },

    /** A page of the current contents; `limit` is 1 to 5,000 things. `changes()` returns the first `page`, each page the next one. */
    snapshot,

    /** All pages of a snapshot, beginning with a page token. */
    async *snapshotPages(
      first: string,
      options: { limit?: number } & CallOptions = {},
    ): AsyncGenerator<Snapshot, void, undefined> {
      for (let page: string | undefined = first; page !== undefined; ) {
        const found: Snapshot = await snapshot(page, options);
        yield found;
        page = found.next;
      }
    },

    /** Unread items of each feed, of each group and in total, counted at one moment. */
    async counts({ signal }: CallOptions = {}): Promise<Counts> {
      return (await call({ name: 'getCounts', signal })).body;
    },

    /**
     * The changes as they happen: `for await (const changes of client.sync.events({ since }, { signal }))`. It never ends by
     * itself. If the stream is cut, the service closes, or nothing is received for `timeoutMs` (keep-alives included), it reconnects
     * after a pause of 1 to 60 seconds and continues where it was; `onCut` is called each time. A refusal that waiting does not
     * cure is thrown. 410: as with `changes`. 401, 403: sign in again.
     */
    async *events(
      query: ChangesQuery = {},
      { signal, onCut }: CallOptions & { onCut?: (cut: Cut) => void } = {},
    ): AsyncGenerator<Changes, void, undefined> {
      const events = follow({ name: 'followEvents', query, signal }, onCut);
      for await (const { data } of events) yield readEvent(data);
    },
  };
}

function readEvent(data: string): Changes {
  try {
    return JSON.parse(data);
  } catch (cause) {
    throw new ContractError('Cannot read an event of the service: it is not JSON', { cause });
  }
}
