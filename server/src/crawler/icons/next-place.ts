// Where the search for an icon goes: what is kept, what the feeds of the site name, what its front page names, and the usual place.
import type { IconSearch, IconStep } from '../../model/icon.ts';
import { iconLimits } from './limits.ts';
import type { IconFinding } from './read-icon.ts';

export interface Place {
  step: IconStep;
  url: string;
  hops: number;
}

/** `pictures`: those that the followed feeds of the site name. Where they name several, none is the site's. */
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
      if (hops < iconLimits.hops) return { step, url: finding.url, hops: hops + 1 };
      break;
    case 'named':
      return place('icon', finding.url);
    case 'nothing':
      break;
    case 'away':
      // Pictures of feeds often lie with somebody else.
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

/** Where icons were before pages could name them. */
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
