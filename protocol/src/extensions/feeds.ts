/** The extension `app.courant.feeds`: changing feeds and groups, and counts of what is unread. */

import * as z from 'zod';
import { type Endpoint, guarded, writing } from '../endpoint.ts';
import { feed, group } from '../entities.ts';
import { maxBatchIds, maxPosition, maxTitleCharacters } from '../limits.ts';
import { fail, idListOrNone, readId, readTitle, title } from '../parameters.ts';

const position = z
  .string()
  .transform((raw, context) => {
    const value = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(raw.trim()) ? Number(raw) : Number.NaN;
    if (Math.abs(value) <= maxPosition) return value;
    return fail(context, `is not a number from -${maxPosition} to ${maxPosition}`);
  })
  .meta({ type: 'number', minimum: -maxPosition, maximum: maxPosition })
  .meta({ description: 'Its position: any number; one between those of two others puts it between them.' })
  .exactOptional();

/** What to change about a feed; what is left out stays. */
export const feedUpdate = z.object({
  title: z
    .string()
    .transform((raw, context) => (raw.trim() === '' ? '' : readTitle(raw, context)))
    .meta({ type: 'string', maxLength: maxTitleCharacters })
    .meta({ description: 'Empty: back to the publisher’s title.' })
    .exactOptional(),
  group_ids: idListOrNone(maxBatchIds)
    .meta({ description: 'All the groups that it should be in. Empty: none.' })
    .exactOptional(),
  interval_seconds: z
    .string()
    .transform((raw, context) =>
      raw === '' ? ('adaptive' as const) : (readId(raw) ?? fail(context, 'is not a number of seconds')),
    )
    .meta({
      anyOf: [
        { type: 'integer', minimum: 900, maximum: 2_592_000 },
        { type: 'string', const: '' },
      ],
    })
    .meta({
      description:
        'How often the user wants it to be visited: 15 minutes to 30 days. Empty: as often as is worthwhile.',
    })
    .exactOptional(),
  position,
});
export type FeedUpdate = z.output<typeof feedUpdate>;

/** What to change about a group; what is left out stays. */
export const groupUpdate = z.object({
  title: title.exactOptional(),
  feed_ids: idListOrNone(maxBatchIds)
    .meta({ description: 'All the feeds that it should contain. Empty: none.' })
    .exactOptional(),
  position,
});
export type GroupUpdate = z.output<typeof groupUpdate>;

export const feedsEndpoints = {
  updateFeed: {
    ...writing,
    path: '/api/app.courant.feeds/v1/feeds/:id/update',
    action: 'update feed',
    form: feedUpdate,
    response: feed,
    errors: [400, 404, 413, 415, 422, ...guarded],
    summary: 'Changes a user’s settings of a feed and returns it. 422: an unknown group; nothing is changed.',
  },
  updateGroup: {
    ...writing,
    path: '/api/app.courant.feeds/v1/groups/:id/update',
    action: 'update group',
    form: groupUpdate,
    response: group,
    errors: [400, 404, 409, 413, 415, 422, ...guarded],
    summary:
      'Changes a group and returns it. 409: another group has this title. 422: an unknown feed. Then nothing is changed.',
  },
} as const satisfies Record<string, Endpoint>;
