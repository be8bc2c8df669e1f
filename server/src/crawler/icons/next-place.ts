// Decides where an icon is looked for: at the kept icon's address, then at those that the site's feeds and its front page name, and at
// `/favicon.ico`.
import { publisherOf } from '../../model/comparable-url.ts';
import type { FeedPicture, IconSearch, IconStep } from '../../model/icon.ts';
import { iconLimits } from './limits.ts';
import type { IconFinding } from './read-icon.ts';

export interface Place {
  step: IconStep;
  url: string;
  hops: number;
}

/**
 * The pictures of feeds that may be the site's. Everybody who follows a feed of the site is shown its icon, but any feed can say that it is
 * of a site; and an address with a query or a password may be for some people only. If there are several, none of them is the site's.
 */
export function picturesOfSite({ site }: IconSearch, pictures: readonly FeedPicture[]): string[] {
  const own = pictures.filter(({ feedUrl }) => {
    const { search, username } = new URL(feedUrl);
    return publisherOf(feedUrl) === publisherOf(site) && search === '' && username === '';
  });
  return [...new Set(own.map(({ pictureUrl }) => pictureUrl))];
}

/** `pictures`: those that may be the site's. */
export function firstPlace(search: IconSearch, pictures: readonly string[]): Place {
  return search.kept ? place('kept', search.kept.url) : placeAfterKept(search, pictures);
}

/** Undefined: the search is over. */
export function nextPlace(
  search: IconSearch,
  finding: IconFinding,
  pictures: readonly string[],
): Place | undefined {
  const { step, hops, site } = search;
  switch (finding.kind) {
    case 'elsewhere':
      if (hops < iconLimits.hops && finding.url !== search.url)
        return { step, url: finding.url, hops: hops + 1 };
      break;
    case 'named':
      return place('icon', finding.url);
    case 'nothing':
      break;
    case 'away':
      // The picture of a feed is often on another host, so the site itself may still be reachable.
      return step === 'feed' && !search.url.startsWith(`${site}/`) ? frontPage(search) : undefined;
    default:
      return undefined;
  }
  switch (step) {
    case 'kept':
      return placeAfterKept(search, pictures);
    case 'feed':
      return frontPage(search);
    case 'page':
      return place('icon', usualPlace(search));
    default:
      return undefined;
  }
}

/** Where browsers looked before pages could name an icon. */
export function usualPlace({ site }: IconSearch): string {
  return `${site}/favicon.ico`;
}

function placeAfterKept(search: IconSearch, pictures: readonly string[]): Place {
  const [picture, ...others] = pictures;
  const isSites = picture !== undefined && others.length === 0 && URL.canParse(picture);
  return isSites && picture !== search.kept?.url ? place('feed', picture) : frontPage(search);
}

function frontPage({ site }: IconSearch): Place {
  return place('page', `${site}/`);
}

function place(step: IconStep, url: string): Place {
  return { step, url, hops: 0 };
}
