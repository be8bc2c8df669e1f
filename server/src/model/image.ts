// A picture that a post or a feed shows, as the proxy hands it on.

export type RasterType = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp' | 'image/avif';

/** An SVG is a document: it may hold what runs wherever it is shown as one, and is handed on so that it is not. */
export type ImageType = RasterType | 'image/svg+xml';

export interface Image {
  type: ImageType;
  bytes: Uint8Array;
}

/** Why there is no picture. `unreachable` and `busy` may pass soon. */
export type ImageFailure = 'unreachable' | 'busy' | 'refused' | 'too-large' | 'no-image';
