// Presents what an address offers before it is followed, for the extension app.courant.feeds.
import type { FeedPreview } from '@courant/protocol';
import { toIso } from '../../clock.ts';
import type { Preview } from '../../model/preview.ts';

export function presentPreview(found: Preview): FeedPreview {
  const { description, language, feedId } = found;
  return {
    feed_url: found.feedUrl,
    title: found.title,
    site_url: found.siteUrl,
    ...(description ? { description } : {}),
    ...(language ? { language } : {}),
    ...(feedId === undefined ? {} : { feed_id: feedId }),
    posts_per_week: found.postsPerWeek,
    newest: found.newest.map(({ title, url, at }) => ({ title, url, published: toIso(at) })),
    others: found.others.map(({ url, title }) => ({ feed_url: url, ...(title ? { title } : {}) })),
  };
}
