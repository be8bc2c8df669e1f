// A picture that a post or a feed shows, as the proxy hands it on.

/** Raster pictures only: an SVG is a document that may hold scripts. */
export type ImageType = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp' | 'image/avif';

export interface Image {
  type: ImageType;
  bytes: Uint8Array;
}

/** Why there is no picture. `unreachable` and `busy` may pass soon. */
export type ImageFailure = 'unreachable' | 'busy' | 'refused' | 'too-large' | 'no-image';
