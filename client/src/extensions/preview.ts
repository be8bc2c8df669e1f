/** The extension `app.courant.feeds`: what following an address would bring. */

import type { FeedPreview } from '@courant/protocol';
import type { CallOptions } from '../sign-in.ts';
import type { Send } from '../transport.ts';

/** Method and path of each endpoint. */
export const previewRoutes = {
  previewFeed: 'POST /api/app.courant.feeds/v1/preview',
} as const;

/** Methods of `client.feeds`. */
export function previewMethods(call: Send) {
  return {
    /**
     * What following the feed at an address (or the one that the page there announces) would bring, and what else is announced
     * there. 422: it cannot be fetched, or is no feed. 429: too many for now.
     */
    async preview(feedUrl: string, { signal }: CallOptions = {}): Promise<FeedPreview> {
      return (await call({ name: 'previewFeed', form: { feed_url: feedUrl }, signal })).body;
    },
  };
}
