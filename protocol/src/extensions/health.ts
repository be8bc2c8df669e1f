/** The extension `app.courant.health`: how the sources of feeds are doing, and repairing them. */

import * as z from 'zod';
import { type Endpoint, guarded, reading, writing } from '../endpoint.ts';
import { feed } from '../entities.ts';
import { maxFeedUrlCharacters } from '../limits.ts';
import { flag, readFeedAddress } from '../parameters.ts';
import { count, dateTime, id } from '../values.ts';
import { feedHealth, saidCode } from './entities.ts';

/** The result of a visit. */
const visit = z
  .looseObject({
    at: dateTime,
    ok: z.boolean(),
    sentence: z.string().min(1),
    code: saidCode,
    status: z.int().exactOptional().meta({ description: 'Of the last response, if there was one.' }),
    new_posts: count,
  })
  .meta({ description: 'One visit to the document of a feed.' });

/** Everything about how a feed is doing. */
export const feedCondition = feedHealth
  .extend({
    feed_id: id,
    sentence: z.string().min(1).meta({ description: 'The outcome of the last visit.' }),
    failures: count.meta({ description: 'In a row.' }),
    last_visit_at: dateTime.exactOptional(),
    newest_post_at: dateTime.exactOptional(),
    visits: z.array(visit).meta({ description: 'The newest first.' }),
  })
  .meta({ description: 'How a feed is doing, with its last visits.' });
export type FeedCondition = z.infer<typeof feedCondition>;

/** The result of a repair. */
export const repair = z
  .looseObject({
    repaired: z.boolean(),
    sentence: z.string().min(1).meta({ description: 'What was done, or what the user has to do.' }),
    code: saidCode,
    feed: feed.exactOptional().meta({ description: 'As it is now. Absent: it is no longer followed.' }),
  })
  .meta({ description: 'The outcome of a repair.' });
export type Repair = z.infer<typeof repair>;

/** The result of a visit by hand. */
export const refreshed = z
  .looseObject({ sentence: z.string().min(1), code: saidCode, feed })
  .meta({ description: 'The outcome of a visit, or why there was none.' });
export type Refreshed = z.infer<typeof refreshed>;

/** `POST feeds/:id/repair`. */
export const feedRepair = z.object({
  keep: flag(false, 'Keep a feed that is gone for its items, and stop mentioning it.'),
  feed_url: z
    .string()
    .transform(readFeedAddress)
    .meta({ type: 'string', format: 'uri', maxLength: maxFeedUrlCharacters })
    .meta({ description: 'Read the feed from this address instead of the proposed one.' })
    .exactOptional(),
});

const path = '/api/app.courant.health/v1/feeds';

export const healthEndpoints = {
  listAilingFeeds: {
    ...reading,
    path,
    action: 'list feeds',
    response: z.array(feed),
    errors: guarded,
    summary: 'The feeds that need a look, each with the reason and the proposed repair.',
  },
  getFeedHealth: {
    ...reading,
    path: `${path}/:id`,
    action: 'get feed',
    response: feedCondition,
    errors: [404, ...guarded],
    summary: 'How a feed is doing, with its last visits.',
  },
  repairFeed: {
    ...writing,
    path: `${path}/:id/repair`,
    action: 'repair feed',
    form: feedRepair,
    response: repair,
    errors: [400, 404, 413, 415, 422, ...guarded],
    summary:
      'Makes the proposed repair. The feed keeps its id, groups, items and their status. 422: nothing is proposed, or the address ' +
      'cannot be read.',
  },
  refreshFeed: {
    ...writing,
    path: `${path}/:id/refresh`,
    action: 'refresh feed',
    response: refreshed,
    errors: [404, 413, 415, ...guarded],
    summary: 'Visits a feed now, unless its site has asked for a pause, and returns the outcome.',
  },
} as const satisfies Record<string, Endpoint>;
