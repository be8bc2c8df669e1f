/** The extension `app.courant.journal`: what was done in bulk, removed or imported, and undoing it. */

import type { JournalEntry } from '@courant/protocol';
import type { CallOptions } from '../sign-in.ts';
import type { Send } from '../transport.ts';

/** Method and path of each endpoint. */
export const journalRoutes = {
  listJournalEntries: 'GET /api/app.courant.journal/v1/entries',
  undoJournalEntry: 'POST /api/app.courant.journal/v1/entries/:id/undo',
} as const;

/** The methods of `client.journal`. */
export function journalMethods(call: Send) {
  return {
    /** What was done in bulk, removed or imported, newest first; `before` is the id of an entry, `limit` 1 to 200, default 20. */
    async list(
      { before, limit }: { before?: number | undefined; limit?: number | undefined } = {},
      { signal }: CallOptions = {},
    ): Promise<JournalEntry[]> {
      return (await call({ name: 'listJournalEntries', query: { before, limit }, signal })).body;
    },

    /**
     * Undoes an entry, except for what was changed since, and returns the entry of the undo; undoing that one restores the state
     * before. 404: there is none with this id, or its 30 days are over. 409: the title of the group is taken. 422: undone already, or
     * what it needs is gone.
     */
    async undo(id: number, { signal }: CallOptions = {}): Promise<JournalEntry> {
      return (await call({ name: 'undoJournalEntry', id, signal })).body;
    },
  };
}
