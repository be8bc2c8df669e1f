// The icon of a site, and how far the search for it has come.
import type { RasterType } from './image.ts';

/** Icons also come in the Windows format. */
export type IconType = RasterType | 'image/x-icon';

export interface Icon {
  type: IconType;
  bytes: Uint8Array;
}

/** Where an icon was found, and the validators for asking again. */
export interface IconOrigin {
  url: string;
  etag: string | undefined;
  lastModified: string | undefined;
}

/** A picture, and the address of the feed that names it. */
export interface FeedPicture {
  feedUrl: string;
  pictureUrl: string;
}

/**
 * What is fetched next. `begin`: nothing has been fetched yet; `kept`: the stored icon, to see whether it changed; `feed`: the picture
 * that the site's feeds name; `page`: the site's front page; `icon`: the icon that the page names, or the usual one.
 */
export type IconStep = 'begin' | 'kept' | 'feed' | 'page' | 'icon';

export interface IconSearch {
  id: number;
  /** The site's scheme and host. */
  site: string;
  step: IconStep;
  url: string;
  hostId: number;
  /** Redirects of this step so far. */
  hops: number;
  /** Of the stored icon; undefined: there is none. */
  kept: IconOrigin | undefined;
}
