/** The four entities of the contract (section Entities) as schemas, and the types that follow from them. */

import * as z from 'zod';
import {
  feedFacts,
  feedFullText,
  feedHealth,
  fullText,
  groupFacts,
  itemFacts,
  itemPlayback,
  proxiedImages,
} from './extensions/entities.ts';
import { extensions } from './extensions.ts';
import { dateTime, id } from './values.ts';

export { dateTime, id } from './values.ts';

const webUrl = z.url({ protocol: /^https?$/ });

const ascendingIds = z
  .array(id)
  .refine(isAscending, { error: 'is not in ascending order' })
  .meta({ description: 'Ids in ascending order.' });

/** What `GET /api/v1/instance` says about a service before anybody signs in. */
export const instance = z
  .looseObject({
    name: z.string().min(1),
    url: webUrl,
    version: z
      .string()
      .min(1)
      .meta({ description: 'The version of the API.', examples: ['0.1.0'] }),
    implementation_name: z.string().min(1),
    implementation_version: z.string().min(1),
    extensions: extensions.exactOptional(),
  })
  .meta({ description: 'A service and its extensions.' });
export type Instance = z.infer<typeof instance>;

/** A user's set of Feeds. */
export const group = z
  .looseObject({
    id,
    title: z.string().min(1),
    feed_ids: ascendingIds,
    service_url: webUrl.exactOptional(),
    'app.courant.feeds': groupFacts.exactOptional(),
  })
  .meta({ description: 'A set of Feeds.' });
export type Group = z.infer<typeof group>;

/**
 * One user's subscription to a source. `url` is the website, `feed_url` the document, `last_updated` the last time the document was
 * checked successfully.
 */
export const feed = z
  .looseObject({
    id,
    title: z.string().min(1),
    url: z.url(),
    feed_url: webUrl,
    last_updated: dateTime,
    group_ids: ascendingIds,
    service_url: webUrl.exactOptional(),
    'app.courant.feeds': feedFacts.exactOptional(),
    'app.courant.health': feedHealth.exactOptional(),
    'app.courant.full-text': feedFullText.exactOptional(),
  })
  .meta({ description: 'A subscription to a feed document.' });
export type Feed = z.infer<typeof feed>;

/** One post of a Feed. `content` and `summary` are sanitised HTML; `created_at` is when the service stored it. */
export const item = z
  .looseObject({
    id,
    feed_id: id,
    title: z.string().min(1),
    url: z.url(),
    read: z.boolean(),
    created_at: dateTime,
    author: z.string().exactOptional(),
    published: dateTime.exactOptional(),
    content: z.string().exactOptional().meta({ description: 'Sanitised HTML.' }),
    summary: z.string().exactOptional().meta({ description: 'Sanitised HTML.' }),
    service_url: webUrl.exactOptional(),
    'app.courant.items': itemFacts.exactOptional(),
    'app.courant.full-text': fullText.exactOptional(),
    'app.courant.playback': itemPlayback.exactOptional(),
    'app.courant.images': proxiedImages.exactOptional(),
  })
  .meta({ description: 'One post of a Feed.' });
export type Item = z.infer<typeof item>;

function isAscending(ids: number[]): boolean {
  return ids.every((each, index) => index === 0 || each > (ids[index - 1] ?? 0));
}
