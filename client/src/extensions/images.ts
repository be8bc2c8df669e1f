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
    /** The path of each picture at the service, by its address; at most 100. */
    async addresses(urls: readonly string[], { signal }: CallOptions = {}): Promise<Map<string, string>> {
      const form = { urls: urls.join(' ') };
      const { images } = (await call({ name: 'getImageAddresses', form, signal })).body;
      return new Map(images.map(({ url, address }) => [url, address]));
    },
  };
}
