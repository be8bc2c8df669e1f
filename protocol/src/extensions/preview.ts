/** The extension `app.courant.feeds`: what following an address would bring. */

import * as z from 'zod';
import { type Endpoint, guarded, writing } from '../endpoint.ts';
import { feedCreation } from '../parameters.ts';
import { dateTime, id } from '../values.ts';

/** What is found at an address, before it is followed. */
export const feedPreview = z
  .looseObject({
    feed_url: z.url().meta({ description: 'The address to follow.' }),
    title: z.string().min(1),
    site_url: z.url(),
    description: z.string().min(1).exactOptional(),
    language: z.string().min(1).exactOptional().meta({ description: 'According to the publisher.' }),
    feed_id: id.exactOptional().meta({ description: 'Present if the user follows it already.' }),
    posts_per_week: z.number().min(0).meta({ description: 'Of late.' }),
    newest: z
      .array(z.looseObject({ title: z.string(), url: z.string(), published: dateTime }))
      .max(5)
      .meta({ description: 'The newest posts, newest first.' }),
    others: z
      .array(z.looseObject({ feed_url: z.url(), title: z.string().min(1).exactOptional() }))
      .meta({ description: 'Other feeds that the page at the address links to.' }),
  })
  .meta({ description: 'What is found at an address, before it is followed.' });
export type FeedPreview = z.infer<typeof feedPreview>;

/** The form of `POST preview`. */
export const feedPreviewRequest = feedCreation.pick({ feed_url: true });

export const previewEndpoints = {
  previewFeed: {
    ...writing,
    path: '/api/app.courant.feeds/v1/preview',
    action: 'preview feed',
    form: feedPreviewRequest,
    response: feedPreview,
    errors: [400, 413, 415, 422, ...guarded],
    summary:
      'What following an address would bring, and which other feeds its page links to. Following it then costs the site no ' +
      'request. 422: the address cannot be fetched, or there is no feed.',
  },
} as const satisfies Record<string, Endpoint>;
