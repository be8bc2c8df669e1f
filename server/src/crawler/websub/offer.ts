// What a source has said about its hubs, and which of them we ask.
import { publisherOf } from '../../model/comparable-url.ts';
import type { SourceMemory } from '../../model/source.ts';
import type { HubLinks } from './link-header.ts';

export interface HubOffer {
  url: string;
  topic: string;
}

type HubMemory = Pick<SourceMemory, 'hubUrls' | 'selfUrl' | 'hubOnPage'>;

/** The hubs remembered after a document; `page` announced the feed. A page's hubs count as long as the feed itself names none. */
export function learnHubs(before: HubMemory, document: HubLinks, page: HubLinks | undefined): HubMemory {
  if (document.hubUrls.length === 0 && page && page.hubUrls.length > 0) {
    return { ...linksOf(page), hubOnPage: true };
  }
  if (document.hubUrls.length === 0 && before.hubOnPage) {
    const { hubUrls = [], selfUrl } = before;
    return { ...linksOf({ hubUrls, ...(selfUrl !== undefined && { selfUrl }) }), hubOnPage: true };
  }
  return linksOf(document);
}

/**
 * The hubs of a page that count for a feed which it announces. Anybody's page can announce a feed of others, and its hub would be believed
 * by everyone who follows that feed here: so the page must come from the feed's own host, no less safely, and be above the feed there.
 */
export function hubsForFeed(
  { page, pageUrl }: { page?: HubLinks | undefined; pageUrl?: string | undefined },
  feedUrl: string,
): HubLinks | undefined {
  return pageUrl !== undefined && speaksFor(pageUrl, feedUrl) ? page : undefined;
}

/** Many have their pages on one host: /~ann/ can say nothing for /~ben/feed, /@ann nothing for /@ben/feed, nor /?user=ann for anybody. */
function speaksFor(pageUrl: string, feedUrl: string): boolean {
  const { pathname, search } = new URL(pageUrl);
  const folder = pathname.replace(/\/(?:index\.\w+)?$/, '');
  const isAbove = search === '' && new URL(feedUrl).pathname.startsWith(`${folder}/`);
  return isAbove && publisherOf(pageUrl) === publisherOf(feedUrl);
}

/** Prefers an https hub to the first one. Undefined if the source does not name its own address, because then there is no topic to ask for. */
export function hubOffer({ hubUrls = [], selfUrl }: HubMemory): HubOffer | undefined {
  const url = hubUrls.find((hub) => hub.startsWith('https:')) ?? hubUrls[0];
  return url === undefined || selfUrl === undefined ? undefined : { url, topic: selfUrl };
}

export function isOffered(offer: HubOffer | undefined, hub: HubOffer): boolean {
  return offer?.url === hub.url && offer.topic === hub.topic;
}

function linksOf({ hubUrls, selfUrl }: HubLinks): HubMemory {
  return { ...(hubUrls.length > 0 && { hubUrls }), ...(selfUrl !== undefined && { selfUrl }) };
}
