/** The extension `app.courant.feeds`: what feeds publish and what the user reads of it. */

import type { FeedActivity, FeedPulse, WirePulse } from '@courant/protocol';
import type { CallOptions } from '../sign-in.ts';
import type { Send } from '../transport.ts';

/** Method and path of each endpoint. */
export const activityRoutes = {
  listFeedPulses: 'GET /api/app.courant.feeds/v1/feeds/activity',
  getPulse: 'GET /api/app.courant.feeds/v1/activity',
  getFeedActivity: 'GET /api/app.courant.feeds/v1/feeds/:id/activity',
} as const;

/** Methods of `client.feeds`. */
export function activityMethods(call: Send) {
  return {
    /** How much each feed has published within 30 days, and when it last did. */
    async pulses({ signal }: CallOptions = {}): Promise<FeedPulse[]> {
      return (await call({ name: 'listFeedPulses', signal })).body;
    },

    /**
     * What a feed, the feeds of a group, or all have published on each of 30 days, which are those of a clock that is `utcOffsetMinutes`
     * ahead of UTC. 400: both `feedId` and `groupId`. 422: there is no such feed or group.
     */
    async pulse(
      of: { feedId?: number; groupId?: number } = {},
      { signal, utcOffsetMinutes = 0 }: CallOptions & { utcOffsetMinutes?: number } = {},
    ): Promise<WirePulse> {
      const query = { utc_offset_minutes: utcOffsetMinutes, feed_id: of.feedId, group_id: of.groupId };
      return (await call({ name: 'getPulse', query, signal })).body;
    },

    /**
     * What a feed has published by day, week and hour, and what the user has of it. Days and hours are those of a clock that is
     * `utcOffsetMinutes` ahead of UTC. 404: there is none with this id.
     */
    async activity(
      id: number,
      { signal, utcOffsetMinutes = 0 }: CallOptions & { utcOffsetMinutes?: number } = {},
    ): Promise<FeedActivity> {
      const query = { utc_offset_minutes: utcOffsetMinutes };
      return (await call({ name: 'getFeedActivity', id, query, signal })).body;
    },
  };
}
