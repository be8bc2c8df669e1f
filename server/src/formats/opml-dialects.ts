// What single programs write in OPML that others do not.
import { limits } from './limits.ts';
import type { Attributes } from './markup.ts';

/** Pocket Casts and Overcast put all podcasts into one folder, `feeds`, and playlists into another. Nobody has made these. */
export function hasNoGroups(text: string): boolean {
  return /<title>\s*(?:Pocket Casts Feeds|Overcast Podcast Subscriptions)\s*</.test(
    text.slice(0, limits.opmlStartChars),
  );
}

/** As Miniflux, FreshRSS, Feeder and Flym write it. How they find the article in its page is their own affair. */
export function fetchesArticles(attributes: Attributes): boolean {
  const isOn = ['miniflux:crawler', 'feeder:fulltextbydefault', 'retrievefulltext'].some(
    (name) => attributes[name] === 'true',
  );
  return isOn || Boolean(attributes['frss:cssfullcontent']);
}

/** What Liferea and Tiny Tiny RSS keep in outlines besides feeds: searches and their rules, settings, labels and filters. */
export function isSetting({ type = '' }: Attributes, title: string): boolean {
  return /^(?:vfolder|rule)$/i.test(type) || /^tt-rss-(?:prefs|labels|filters)$/.test(title);
}
