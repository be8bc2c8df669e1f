/** The extension `app.courant.full-text`: the whole article where a feed gives only its beginning. */

import * as z from 'zod';
import { type Endpoint, guarded, writing } from '../endpoint.ts';
import { feed } from '../entities.ts';
import { fail } from '../parameters.ts';
import { fullText } from './entities.ts';

/** `POST feeds/:id/mode`. */
export const fullTextMode = z.object({
  mode: z
    .string({ error: 'is missing' })
    .transform((raw, context) =>
      raw === 'always' || raw === 'never' ? raw : fail(context, 'must be always or never'),
    )
    .meta({ type: 'string', enum: ['always', 'never'] })
    .meta({ description: '`always`: the articles of new posts are fetched as they arrive.' }),
});

const base = '/api/app.courant.full-text/v1';

export const fullTextEndpoints = {
  fetchFullText: {
    ...writing,
    path: `${base}/items/:id/fetch`,
    action: 'fetch article',
    response: fullText,
    errors: [404, 413, 415, 422, ...guarded],
    summary:
      'The article behind an item, fetched once for everyone who asks for it, and shown to them alone. 422: the page cannot be fetched or read, with a ' +
      'sentence for a person.',
  },
  setFullTextMode: {
    ...writing,
    path: `${base}/feeds/:id/mode`,
    action: 'set mode',
    form: fullTextMode,
    response: feed,
    errors: [400, 404, 413, 415, ...guarded],
    summary: 'Whether the articles of new posts of a feed are fetched as they arrive.',
  },
} as const satisfies Record<string, Endpoint>;
