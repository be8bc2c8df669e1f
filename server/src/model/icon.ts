// The icon of a site, and where the search for it stands.
import type { ImageType } from './image.ts';

/** Icons come as Windows has them, too. */
export type IconType = ImageType | 'image/x-icon';

export interface Icon {
  type: IconType;
  bytes: Uint8Array;
}

/** Where an icon was found, and by what it is asked for again. */
export interface IconOrigin {
  url: string;
  etag: string | undefined;
  lastModified: string | undefined;
}

/**
 * What is asked for next: nothing was yet; the icon that is kept, once more; the picture that the feeds of the site name; the site's
 * front page; the icon that this names, or the usual one.
 */
export type IconStep = 'begin' | 'kept' | 'feed' | 'page' | 'icon';

export interface IconSearch {
  id: number;
  /** Its scheme and host. */
  site: string;
  step: IconStep;
  url: string;
  hostId: number;
  /** Redirects of this step so far. */
  hops: number;
  /** Of the icon that is kept; undefined: none is. */
  kept: IconOrigin | undefined;
}
