/** The extension `app.courant.images`: pictures through the service, so that reading tells publishers nothing. */

import type { CallOptions } from '../sign-in.ts';
import type { Send } from '../transport.ts';

/** Method and path of each endpoint. */
export const imagesRoutes = {
  getImageAddresses: 'POST /api/app.courant.images/v1/addresses',
} as const;

/** The methods of `client.images`. Items include their own with the option `images: 'proxied'` of the client. */
export function imagesMethods(call: Send) {
  return {
    /** The path of each picture at the service, by its address as it was given; at most 100. Empty list: no call. */
    async addresses(urls: readonly string[], { signal }: CallOptions = {}): Promise<Map<string, string>> {
      if (urls.length === 0) return new Map();
      const form = { urls: urls.map(withoutBlanks).join(' ') };
      const { images } = (await call({ name: 'getImageAddresses', form, signal })).body;
      const addresses = new Map(images.map(({ url, address }) => [url, address]));
      return new Map(
        urls.flatMap((url) => {
          const address = addresses.get(withoutBlanks(url));
          return address === undefined ? [] : [[url, address]];
        }),
      );
    },
  };
}

/** As browsers read an address in a page (WHATWG URL): blanks separate the addresses of a call. */
function withoutBlanks(url: string): string {
  return url
    .trim()
    .replaceAll(/[\t\n\r]/g, '')
    .replaceAll(/\s/g, encodeURIComponent);
}
