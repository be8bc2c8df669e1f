/** The extension `app.courant.retention`: how long items are kept. */

import type { WireRetentionPolicy, WireRetentionPreview } from '@courant/protocol';
import type { CallOptions } from '../sign-in.ts';
import type { Send } from '../transport.ts';
import type { Values } from '../values.ts';

/** Method and path of each endpoint. */
export const retentionRoutes = {
  getRetentionPolicy: 'GET /api/app.courant.retention/v1/policy',
  setRetentionPolicy: 'POST /api/app.courant.retention/v1/policy',
  previewRetention: 'GET /api/app.courant.retention/v1/preview',
} as const;

/**
 * How long items are kept: `count` days, the newest `count` of each feed, or for ever. With `feedId` it is for this feed only, and
 * `default` ends that. `count` is 1 to 10,000. Unread, starred and tagged items are never removed.
 */
export type RetentionWish =
  | { keep: 'forever'; feedId?: number }
  | { keep: 'days' | 'newest'; count: number; feedId?: number }
  | { keep: 'default'; feedId: number };

/** The methods of `client.retention`. */
export function retentionMethods(call: Send) {
  return {
    /** The policy, and those of feeds that have their own. */
    async policy({ signal }: CallOptions = {}): Promise<WireRetentionPolicy> {
      return (await call({ name: 'getRetentionPolicy', signal })).body;
    },

    /** Sets the policy. Items that it removes are gone within the hour. 404: there is no such feed. */
    async setPolicy(wish: RetentionWish, { signal }: CallOptions = {}): Promise<WireRetentionPolicy> {
      return (await call({ name: 'setRetentionPolicy', form: toForm(wish), signal })).body;
    },

    /** What a policy would remove if it were set now; without one: what the current policy will remove next. 404: there is no such feed. */
    async preview(wish?: RetentionWish, { signal }: CallOptions = {}): Promise<WireRetentionPreview> {
      return (await call({ name: 'previewRetention', query: wish && toForm(wish), signal })).body;
    },
  };
}

function toForm(wish: RetentionWish): Values {
  return { keep: wish.keep, count: 'count' in wish ? wish.count : undefined, feed_id: wish.feedId };
}
