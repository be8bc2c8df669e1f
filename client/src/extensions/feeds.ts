/** The extension `app.courant.feeds`: changing feeds and groups, and counts of what is unread. */

import type { Feed, Group } from '@courant/protocol';
import type { CallOptions } from '../sign-in.ts';
import type { Send } from '../transport.ts';

/** Method and path of each endpoint. */
export const feedsRoutes = {
  updateFeed: 'POST /api/app.courant.feeds/v1/feeds/:id/update',
  updateGroup: 'POST /api/app.courant.feeds/v1/groups/:id/update',
} as const;

/** What to change about a feed; what is left out stays. */
export type FeedChanges = {
  /** 1 to 200 characters. Null: back to the publisher's title. */
  title?: string | null;
  /** All the groups that it should be in. */
  groupIds?: readonly number[];
  /** How often it is visited: 900 (15 minutes) to 2,592,000 (30 days). Null: as often as is worthwhile. */
  intervalSeconds?: number | null;
  /** For sorting: a value between those of two others places it between them. */
  position?: number;
};

/** What to change about a group; what is left out stays. */
export type GroupChanges = {
  /** 1 to 200 characters. */
  title?: string;
  /** All the feeds that it should contain. */
  feedIds?: readonly number[];
  /** For sorting: a value between those of two others places it between them. */
  position?: number;
};

/** Changes a feed and returns it. 404: there is none with this id. 422: there is no such group. */
export async function updateFeed(
  call: Send,
  id: number,
  changes: FeedChanges,
  { signal }: CallOptions,
): Promise<Feed> {
  const { title, groupIds, intervalSeconds, position } = changes;
  const form = {
    title: title === null ? '' : title,
    group_ids: groupIds?.join(),
    interval_seconds: intervalSeconds === null ? '' : intervalSeconds,
    position,
  };
  return (await call({ name: 'updateFeed', id, form, signal })).body;
}

/** Changes a group and returns it. 404: there is none with this id. 409: the title is taken. 422: there is no such feed. */
export async function updateGroup(
  call: Send,
  id: number,
  changes: GroupChanges,
  { signal }: CallOptions,
): Promise<Group> {
  const { title, feedIds, position } = changes;
  const form = { title, feed_ids: feedIds?.join(), position };
  return (await call({ name: 'updateGroup', id, form, signal })).body;
}
