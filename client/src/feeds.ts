/** Feeds: what a user follows. */

import type { Feed } from '@courant/protocol';
import { activityMethods } from './extensions/activity.ts';
import { type FeedChanges, updateFeed } from './extensions/feeds.ts';
import { previewMethods } from './extensions/preview.ts';
import { itemListOf } from './item-lists.ts';
import type { CallOptions } from './sign-in.ts';
import type { Send } from './transport.ts';
import { toList } from './values.ts';

/** The methods of `client.feeds`. */
export function feedMethods(call: Send) {
  const list = itemListOf(call, 'listFeedItems');
  return {
    ...activityMethods(call),
    ...previewMethods(call),

    /** All feeds. */
    async list({ signal }: CallOptions = {}): Promise<Feed[]> {
      return (await call({ name: 'listFeeds', signal })).body;
    },

    /** One feed. 404: there is none with this id. */
    async get(id: number, { signal }: CallOptions = {}): Promise<Feed> {
      return (await call({ name: 'getFeed', id, signal })).body;
    },

    /** A page of the items of a feed, newest first. 404: there is no such feed. */
    items: list.page,

    /** All items of a feed; see `items.all`. */
    allItems: list.all,

    /**
     * Subscribes to a feed, or to the one that a web page links to; it is fetched before the answer, so its first items are
     * there. If the address is already followed, returns the existing feed. 422: it cannot be fetched, is no feed, or there is
     * no such group. 429: too many for now.
     */
    async create(
      feed: { feedUrl: string; groupIds?: readonly number[] },
      { signal }: CallOptions = {},
    ): Promise<Feed> {
      const form = { feed_url: feed.feedUrl, group_ids: toList(feed.groupIds) };
      return (await call({ name: 'createFeed', form, signal })).body;
    },

    /** The extension `app.courant.feeds`: changes title, groups, interval or position. 404: no such feed. 422: no such group. */
    update: (id: number, changes: FeedChanges, options: CallOptions = {}): Promise<Feed> =>
      updateFeed(call, id, changes, options),

    /** Deletes a feed and its items. 404: there is none with this id. */
    async delete(id: number, { signal }: CallOptions = {}): Promise<void> {
      await call({ name: 'deleteFeed', id, signal });
    },
  };
}
