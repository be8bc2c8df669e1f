/** The extension `app.courant.search`: full text over all items. */

import * as z from 'zod';
import { type Endpoint, guarded, listing } from '../endpoint.ts';
import { maxSearchCharacters } from '../limits.ts';
import { fail, pageQuery, refuseMixedCursors } from '../parameters.ts';

const order = z
  .string()
  .default('newest')
  .transform((raw, context) =>
    raw === 'newest' || raw === 'rank' ? raw : fail(context, 'must be newest or rank'),
  )
  .meta({ type: 'string', enum: ['newest', 'rank'], default: 'newest' })
  .meta({ description: 'newest: the greatest id first. rank: the best match first.' });

/** As in every list, but nobody searches among named items. */
const { ids: _, ...pages } = pageQuery.shape;

/** `GET items`. `max_id`, `min_id` and `since_id` work as in every list, newest first; `page` gives the best matches first. */
export const searchQuery = z
  .object({
    q: z
      .string({ error: 'is missing' })
      .transform((raw, context) =>
        raw.length > maxSearchCharacters
          ? fail(context, `is longer than ${maxSearchCharacters} characters`)
          : raw,
      )
      .meta({ type: 'string', maxLength: maxSearchCharacters })
      .meta({ description: 'The query, as a person types it; its syntax is in the documentation.' }),
    order,
    page: z
      .string()
      .meta({ description: 'With order=rank: from the `Link` header of the page before.' })
      .exactOptional(),
    ...pages,
  })
  .superRefine((query, context) => {
    const cursors = (['max_id', 'min_id', 'since_id'] as const).filter((name) => query[name] !== undefined);
    const wrong = (name: string, message: string): void => {
      context.addIssue({ code: 'custom', path: [name], message });
    };
    if (query.order === 'rank' && cursors[0]) wrong(cursors[0], 'cannot be combined with order=rank');
    if (query.order === 'newest' && query.page !== undefined) wrong('page', 'wants order=rank');
    refuseMixedCursors(query, context);
  });
export type SearchQuery = z.output<typeof searchQuery>;

export const searchEndpoints = {
  searchItems: {
    ...listing,
    path: '/api/app.courant.search/v1/items',
    action: 'search',
    query: searchQuery,
    errors: [400, ...guarded],
    summary:
      'Items that match a query, the newest or the best first. A page may be short although there is more: what counts is the ' +
      '`Link` header.',
  },
} as const satisfies Record<string, Endpoint>;
