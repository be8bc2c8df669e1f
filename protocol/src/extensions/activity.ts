/** The extension `app.courant.feeds`: what feeds publish and what the user reads of it, for plots and lists. */

import * as z from 'zod';
import { type Endpoint, guarded, reading } from '../endpoint.ts';
import { maxUtcOffsetMinutes } from '../limits.ts';
import { fail, oneId } from '../parameters.ts';
import { count, dateTime, id } from '../values.ts';

/** What a feed has published recently, in short. */
export const feedPulse = z
  .looseObject({
    feed_id: id,
    posts: count.meta({ description: 'Published within the last 30 days.' }),
    newest_post_at: dateTime.exactOptional().meta({ description: 'Absent: there is no post.' }),
  })
  .meta({ description: 'What a feed has published recently, in short.' });
export type FeedPulse = z.infer<typeof feedPulse>;

const day = z
  .looseObject({
    date: z.iso.date(),
    posts: count,
    read: count.meta({ description: 'How many of these posts the user has read.' }),
  })
  .meta({ description: 'A day in the user’s time zone.' });

/** What a feed publishes, and when. */
export const feedActivity = z
  .looseObject({
    feed_id: id,
    followed_at: dateTime,
    language: z.string().min(1).exactOptional().meta({ description: 'According to the publisher.' }),
    items: z
      .looseObject({ kept: count, unread: count, starred: count })
      .meta({ description: 'How many of its items the user has.' }),
    days: z.array(day).length(30).meta({ description: 'The last is today.' }),
    weeks: z
      .array(count)
      .length(52)
      .meta({ description: 'Posts in seven days each. The last of these weeks ends today.' }),
    hours: z.array(count).length(24).meta({
      description: 'Posts of these 52 weeks by hour of the day, from midnight in the user’s time zone.',
    }),
  })
  .meta({ description: 'What a feed publishes, and when.' });
export type FeedActivity = z.infer<typeof feedActivity>;

/** What feeds have published recently, by day. */
export const pulse = z
  .looseObject({
    last_date: z.iso
      .date()
      .meta({ description: 'Today in the user’s time zone: the day of the last number.' }),
    days: z.array(count).length(30).meta({ description: 'Posts of each day, the oldest first.' }),
  })
  .meta({ description: 'What feeds have published within 30 days.' });
export type WirePulse = z.infer<typeof pulse>;

const clock = {
  utc_offset_minutes: z
    .string()
    .default('0')
    .transform((raw, context) => {
      const value = /^-?\d{1,4}$/.test(raw) ? Number(raw) : Number.NaN;
      if (Math.abs(value) <= maxUtcOffsetMinutes) return value;
      return fail(context, `must be a whole number from -${maxUtcOffsetMinutes} to ${maxUtcOffsetMinutes}`);
    })
    .meta({ type: 'integer', minimum: -maxUtcOffsetMinutes, maximum: maxUtcOffsetMinutes, default: 0 })
    .meta({ description: 'How far the user’s clock is ahead of UTC; days and hours are in that time.' }),
};

/** `GET feeds/:id/activity`. */
export const activityQuery = z.object(clock);

/** `GET activity`. */
export const pulseQuery = z
  .object({
    feed_id: oneId('Only of this feed.').exactOptional(),
    group_id: oneId('Only of the feeds of this group.').exactOptional(),
    ...clock,
  })
  .superRefine((query, context) => {
    if (query.feed_id === undefined || query.group_id === undefined) return;
    context.addIssue({ code: 'custom', path: ['feed_id'], message: 'cannot be combined with group_id' });
  });

export type PulseQuery = z.output<typeof pulseQuery>;

export const activityEndpoints = {
  listFeedPulses: {
    ...reading,
    path: '/api/app.courant.feeds/v1/feeds/activity',
    action: 'list activity',
    response: z.array(feedPulse),
    errors: guarded,
    summary: 'How much each feed has published within 30 days, and when it last did.',
  },
  getPulse: {
    ...reading,
    path: '/api/app.courant.feeds/v1/activity',
    action: 'get activity',
    query: pulseQuery,
    response: pulse,
    errors: [400, 422, ...guarded],
    summary:
      'What a feed, the feeds of a group, or all feeds have published on each of 30 days. An unknown feed or group: 422.',
  },
  getFeedActivity: {
    ...reading,
    path: '/api/app.courant.feeds/v1/feeds/:id/activity',
    action: 'get activity',
    query: activityQuery,
    response: feedActivity,
    errors: [400, 404, ...guarded],
    summary:
      'What a feed has published by day, by week and by hour of the day, and how many of its items the user has.',
  },
} as const satisfies Record<string, Endpoint>;
