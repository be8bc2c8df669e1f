/** The extension `app.courant.journal`: what was done in bulk, removed or imported, and undoing it. */

import * as z from 'zod';
import { type Endpoint, guarded, reading, writing } from '../endpoint.ts';
import { defaultPageSize, maxPageSize } from '../limits.ts';
import { cursor, limit } from '../parameters.ts';
import { journalEntry } from './entities.ts';

/** The query that selects which entries are listed. */
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
    summary: 'What was done in bulk, removed or imported within 30 days, newest first.',
  },
  undoJournalEntry: {
    ...writing,
    path: '/api/app.courant.journal/v1/entries/:id/undo',
    action: 'undo',
    response: journalEntry,
    errors: [404, 409, 413, 415, 422, ...guarded],
    summary:
      'Undoes an entry, except for what was changed since, and returns the entry of the undo, which can be undone in ' +
      'turn. 409: the title of a removed group is taken. 422: it has been undone already, or can no longer be undone.',
  },
} as const satisfies Record<string, Endpoint>;
