/** The extension `app.courant.items`: the words that a user puts on items. */

import * as z from 'zod';
import { type Endpoint, guarded, reading, writing } from '../endpoint.ts';
import { item } from '../entities.ts';
import { title } from '../parameters.ts';
import { id } from '../values.ts';

/** A word that the user has put on items. It exists as long as one of them has it. */
export const tag = z
  .looseObject({ id, title: z.string().min(1) })
  .meta({ description: 'A word that the user has put on items.' });
export type Tag = z.infer<typeof tag>;

/** `POST items/:id/tag` and `POST items/:id/untag`. */
export const tagging = z.object({ title });

const base = '/api/app.courant.items/v1';
const single = { ...writing, form: tagging, response: item } as const;

export const tagsEndpoints = {
  listTags: {
    ...reading,
    path: `${base}/tags`,
    action: 'list tags',
    response: z.array(tag),
    errors: [...guarded],
    summary: 'The tags that some item has, in order of title.',
  },
  tagItem: {
    ...single,
    path: `${base}/items/:id/tag`,
    action: 'tag item',
    errors: [400, 404, 413, 415, 422, ...guarded],
    summary:
      'Puts a tag on one item and returns the item. Does nothing if the item has it. 422: it would have more than a hundred.',
  },
  untagItem: {
    ...single,
    path: `${base}/items/:id/untag`,
    action: 'untag item',
    errors: [400, 404, 413, 415, ...guarded],
    summary: 'Takes a tag off one item and returns the item. A tag that no item has is gone.',
  },
} as const satisfies Record<string, Endpoint>;
