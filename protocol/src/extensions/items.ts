/** The extension `app.courant.items`: stars, what a post has beyond the standard fields, and marking in bulk. */

import * as z from 'zod';
import { type Endpoint, guarded, listing, writing } from '../endpoint.ts';
import { item } from '../entities.ts';
import { batch, cursor, fail, oneId } from '../parameters.ts';
import { count, id } from '../values.ts';

const notADate = 'is no date, must be like 2026-11-01 or 2026-11-01T08:00:00Z';

/** Which items are marked: those of a feed, of a group or of all, within every bound. */
export const bulkMarking = z
  .object({
    feed_id: oneId('Only items of this feed.').exactOptional(),
    group_id: oneId('Only items of the feeds of this group.').exactOptional(),
    up_to: cursor('The newest item that the app has seen. What arrived later stays as it is.'),
    older_than_id: cursor('Only items below this one in the list.'),
    newer_than_id: cursor('Only items above this one in the list.'),
    before: z
      .string()
      .transform((raw, context) => readDate(raw) ?? fail(context, notADate))
      .meta({ anyOf: ['date', 'date-time'].map((format) => ({ type: 'string', format })) })
      .meta({
        description: 'Only items published before this date, or if they have no date, stored before it.',
      })
      .exactOptional(),
  })
  .superRefine((bounds, context) => {
    if (bounds.feed_id !== undefined && bounds.group_id !== undefined) {
      context.addIssue({ code: 'custom', path: ['feed_id'], message: 'cannot be combined with group_id' });
    }
    // `newer_than_id` alone would also mark items that have arrived since the app last looked, which nobody has seen.
    if (bounds.up_to === undefined && bounds.older_than_id === undefined && bounds.before === undefined) {
      const message =
        'is missing, must be the newest item that was seen, or older_than_id or before be given';
      context.addIssue({ code: 'custom', path: ['up_to'], message });
    }
  });
export type BulkMarking = z.output<typeof bulkMarking>;

/** The result of marking in bulk. */
export const bulkMarked = z
  .looseObject({
    changed: count.meta({ description: 'How many items were changed.' }),
    entry_id: id.exactOptional().meta({
      description:
        'The entry of the journal that undoes it (app.courant.journal). Absent: nothing was changed.',
    }),
  })
  .meta({ description: 'The result of marking in bulk.' });
export type BulkMarked = z.infer<typeof bulkMarked>;

const single = { ...writing, response: item, errors: [404, 413, 415, ...guarded] } as const;
const many = {
  ...writing,
  query: batch.partial(),
  form: batch.partial(),
  response: z.array(id),
  errors: [400, 413, 415, ...guarded],
} as const;
const bulk = {
  ...writing,
  form: bulkMarking,
  response: bulkMarked,
  errors: [400, 413, 415, 422, ...guarded],
} as const;

export const itemsEndpoints = {
  listStarredItems: {
    ...listing,
    hasTag: true,
    path: '/api/app.courant.items/v1/items/starred',
    errors: [400, 413, ...guarded],
    summary: 'The starred items, newest first.',
  },
  starItem: {
    ...single,
    path: '/api/app.courant.items/v1/items/:id/star',
    action: 'star item',
    summary: 'Stars one item and returns it. Does nothing if it is starred already.',
  },
  unstarItem: {
    ...single,
    path: '/api/app.courant.items/v1/items/:id/unstar',
    action: 'unstar item',
    summary: 'Removes the star of one item and returns the item.',
  },
  starItems: {
    ...many,
    path: '/api/app.courant.items/v1/items/star',
    action: 'star items',
    summary: 'Stars many items: `ids` in the query or in the body. The answer lists those that exist.',
  },
  unstarItems: {
    ...many,
    path: '/api/app.courant.items/v1/items/unstar',
    action: 'unstar items',
    summary:
      'Removes the stars of many items: `ids` in the query or in the body. The answer lists those that exist.',
  },
  markBulkRead: {
    ...bulk,
    path: '/api/app.courant.items/v1/items/mark-read',
    action: 'mark items read',
    summary:
      'Marks all items of a feed, of a group or of all read, within bounds. An unknown feed or group: 422.',
  },
  markBulkUnread: {
    ...bulk,
    path: '/api/app.courant.items/v1/items/mark-unread',
    action: 'mark items unread',
    summary:
      'Marks all items of a feed, of a group or of all unread, within bounds. An unknown feed or group: 422.',
  },
} as const satisfies Record<string, Endpoint>;

/** Milliseconds since 1970. A date without a time is the beginning of that day in UTC; a time must have its offset. */
function readDate(raw: string): number | undefined {
  const day = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$/.exec(raw)?.[1];
  const [begins, time] = [Date.parse(day ?? ''), Date.parse(raw)];
  if (day === undefined || Number.isNaN(begins) || Number.isNaN(time)) return undefined;
  // Date.parse reads the 30th of February as the 2nd of March.
  return new Date(begins).toISOString().startsWith(day) ? time : undefined;
}
