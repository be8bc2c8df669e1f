/** The extension `app.courant.feeds`: changing feeds and groups, and counts of what is unread. */

import type { Feed, Group } from '@courant/protocol';
import type { CallOptions } from '../sign-in.ts';
import type { Send } from '../transport.ts';

/** Method and path of each endpoint. */
export const feedsRoutes = {
  updateFeed: 'POST /api/app.courant.feeds/v1/feeds/:id/update',
  updateGroup: 'POST /api/app.courant.feeds/v1/groups/:id/update',
} as const;

/** What of a feed is to change; what is left out stays. */
export type FeedChanges = {
  /** Null: the title that the publisher gives. */
  title?: string | null;
  /** The groups that it is to be in, and no others. */
  groupIds?: readonly number[];
  /** 900 (15 minutes) to 2,592,000 (30 days). Null: as often as it is worth. */
  intervalSeconds?: number | null;
  /** To sort by: one between those of two others puts it there. */
  position?: number;
};

/** What of a group is to change; what is left out stays. */
export type GroupChanges = {
  title?: string;
  /** The feeds that it is to hold, and no others. */
  feedIds?: readonly number[];
  /** To sort by: one between those of two others puts it there. */
  position?: number;
};

/** Changes a feed and gives it back. 404: there is none of this id. 422: there is no such group. */
export async function updateFeed(
  call: Send,
  id: number,
  changes: FeedChanges,
  { signal }: CallOptions = {},
): Promise<Feed> {
  const { title, groupIds, intervalSeconds, position } = changes;
  const form = {
    title: title === null ? '' : title,
    group_ids: groupIds?.join(),
    interval_seconds: intervalSeconds === null ? '' : intervalSeconds?.toString(),
    position: position?.toString(),
  };
  return (await call({ name: 'updateFeed', id, form, signal })).body;
}

/** Changes a group and gives it back. 404: there is none of this id. 409: the title is taken. 422: there is no such feed. */
export async function updateGroup(
  call: Send,
  id: number,
  changes: GroupChanges,
  { signal }: CallOptions = {},
): Promise<Group> {
  const { title, feedIds, position } = changes;
  const form = { title, feed_ids: feedIds?.join(), position: position?.toString() };
  return (await call({ name: 'updateGroup', id, form, signal })).body;
}
