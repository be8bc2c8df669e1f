/** The extension `app.courant.health`: how feeds are doing, and repairing them. */

import type { Feed, FeedCondition, Refreshed, Repair } from '@courant/protocol';
import type { CallOptions } from '../sign-in.ts';
import type { Send } from '../transport.ts';

/** Method and path of each endpoint. */
export const healthRoutes = {
  listAilingFeeds: 'GET /api/app.courant.health/v1/feeds',
  getFeedHealth: 'GET /api/app.courant.health/v1/feeds/:id',
  repairFeed: 'POST /api/app.courant.health/v1/feeds/:id/repair',
  refreshFeed: 'POST /api/app.courant.health/v1/feeds/:id/refresh',
} as const;

/** The methods of `client.health`. */
export function healthMethods(call: Send) {
  return {
    /** The feeds that need a look: each says under `app.courant.health` why, and what would repair it. */
    async list({ signal }: CallOptions = {}): Promise<Feed[]> {
      return (await call({ name: 'listAilingFeeds', signal })).body;
    },

    /** How a feed is doing, with its last visits. 404: there is none with this id. */
    async get(id: number, { signal }: CallOptions = {}): Promise<FeedCondition> {
      return (await call({ name: 'getFeedHealth', id, signal })).body;
    },

    /**
     * Makes the proposed repair, or reads the feed from `feedUrl` from now on. `keep`: a feed that is gone stays for its items.
     * If only a person can do something, `repaired` is false and `sentence` says what. 404: there is no such feed. 422:
     * nothing is proposed, or the address cannot be read. 429: too many for now.
     */
    async repair(
      id: number,
      wish: { keep?: boolean; feedUrl?: string } = {},
      { signal }: CallOptions = {},
    ): Promise<Repair> {
      const form = { keep: wish.keep, feed_url: wish.feedUrl };
      return (await call({ name: 'repairFeed', id, form, signal })).body;
    },

    /** Visits a feed now, unless its site has asked for a pause; `sentence` is the outcome. 404: there is none with this id. */
    async refresh(id: number, { signal }: CallOptions = {}): Promise<Refreshed> {
      return (await call({ name: 'refreshFeed', id, signal })).body;
    },
  };
}
