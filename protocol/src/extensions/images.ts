/** The extension `app.courant.images`: pictures through the service, so that reading tells publishers nothing. */

import * as z from 'zod';
import { type Endpoint, guarded, reading } from '../endpoint.ts';
import { maxImageAddresses } from '../limits.ts';
import { fail } from '../parameters.ts';

/** `POST addresses`. */
export const imageUrls = z.object({
  urls: z
    .string({ error: 'is missing' })
    .transform((raw, context) => {
      const urls = raw.split(/\s+/).filter((url) => url !== '');
      if (urls.length === 0) return fail(context, 'is empty');
      if (urls.length > maxImageAddresses)
        return fail(context, `has ${urls.length} addresses, must have at most ${maxImageAddresses}`);
      const odd = urls.find((url) => !/^https?:\/\//i.test(url) || !URL.canParse(url));
      return odd === undefined
        ? urls
        : fail(context, 'contains something that is not an http or https address');
    })
    .meta({
      type: 'string',
      description: `Addresses of pictures, separated by spaces, at most ${maxImageAddresses}.`,
      examples: ['https://example.org/a.png https://example.org/b.png'],
    }),
});

/** The paths under which pictures are shown, in the order of the request. */
export const imageAddresses = z
  .looseObject({
    images: z.array(
      z.looseObject({
        // As it came, which may be with letters that an address in an answer does not have.
        url: z.string().min(1).meta({ description: 'The address as it was asked for.' }),
        address: z.string().startsWith('/images/'),
      }),
    ),
  })
  .meta({ description: 'The paths of pictures.' });
export type ImageAddresses = z.infer<typeof imageAddresses>;

export const imagesEndpoints = {
  getImageAddresses: {
    ...reading,
    method: 'POST',
    path: '/api/app.courant.images/v1/addresses',
    action: 'get addresses',
    form: imageUrls,
    response: imageAddresses,
    errors: [400, 413, 415, ...guarded],
    summary: 'Paths of this service for pictures that do not come with an item.',
  },
} as const satisfies Record<string, Endpoint>;
