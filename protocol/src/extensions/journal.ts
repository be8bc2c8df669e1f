/** The extension `app.courant.journal`: what was done in bulk, and undoing it. */

import * as z from 'zod';
import { type Endpoint, guarded, reading, writing } from '../endpoint.ts';
import { defaultPageSize, maxPageSize } from '../limits.ts';
import { cursor, limit } from '../parameters.ts';
import { journalEntry } from './entities.ts';

/** Which entries are listed. */
export const journalQuery = z.object({
  limit: limit(defaultPageSize, maxPageSize).meta({ description: 'How many entries.' }),
  before: cursor('Only entries older than this one.'),
});

export const journalEndpoints = {
  listJournalEntries: {
    ...reading,
    path: '/api/app.courant.journal/v1/entries',
    action: 'list entries',
    query: journalQuery,
    response: z.array(journalEntry),
    errors: [400, ...guarded],
    summary: 'What was done in bulk, or removed, within 30 days, newest first.',
  },
  undoJournalEntry: {
    ...writing,
    path: '/api/app.courant.journal/v1/entries/:id/undo',
    action: 'undo',
    response: journalEntry,
    errors: [404, 409, 413, 415, 422, ...guarded],
    summary:
      'Takes an entry back, but for what was changed since, and gives the entry of having done so, which can be taken back in ' +
      'its turn. The title of a removed group is taken: 409. It is undone already, or cannot be undone any more: 422.',
  },
} as const satisfies Record<string, Endpoint>;
