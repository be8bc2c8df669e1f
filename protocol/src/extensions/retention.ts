/** The extension `app.courant.retention`: how long items are kept. */

import * as z from 'zod';
import { type Endpoint, guarded, reading, writing } from '../endpoint.ts';
import { maxId, maxRetention } from '../limits.ts';
import { fail, readId } from '../parameters.ts';
import { count, dateTime, id } from '../values.ts';

const howMany = z
  .int()
  .min(1)
  .max(maxRetention)
  .meta({ description: 'Days for `days`, items per feed for `newest`.' });

const policy = {
  keep: z.enum(['forever', 'days', 'newest']),
  count: howMany.exactOptional(),
};

/** How long a user's items are kept. */
export const retentionPolicy = z
  .looseObject({
    ...policy,
    feeds: z
      .array(z.looseObject({ feed_id: id, ...policy }))
      .meta({ description: 'The feeds with a policy of their own.' }),
  })
  .meta({ description: 'How long items are kept.' });
export type WireRetentionPolicy = z.infer<typeof retentionPolicy>;

/** What a policy would remove. */
export const retentionPreview = z
  .looseObject({
    count,
    feeds: z.array(
      z.looseObject({ feed_id: id, count, oldest: dateTime, newest: dateTime }).meta({
        description: 'How many items of a feed, and when the first and the last of them arrived.',
      }),
    ),
  })
  .meta({ description: 'What a policy would remove.' });
export type WireRetentionPreview = z.infer<typeof retentionPreview>;

const keep = z
  .string({ error: 'is missing' })
  .transform((raw, context) => {
    const known = (['forever', 'days', 'newest', 'default'] as const).find((each) => each === raw);
    return known ?? fail(context, 'must be forever, days, newest or default');
  })
  .meta({
    type: 'string',
    enum: ['forever', 'days', 'newest', 'default'],
    description: '`default`, with `feed_id`: removes the feed’s own policy.',
  });

const wish = {
  count: z
    .string()
    .transform((raw, context) => {
      const value = readId(raw);
      return value !== undefined && value <= maxRetention
        ? value
        : fail(context, `must be a whole number from 1 to ${maxRetention}`);
    })
    .meta({ type: 'integer', minimum: 1, maximum: maxRetention })
    .meta({ description: 'With `days` and `newest`.' })
    .exactOptional(),
  feed_id: z
    .string()
    .transform((raw, context) => readId(raw) ?? fail(context, 'must be the id of a feed'))
    .meta({ type: 'integer', minimum: 1, maximum: maxId })
    .meta({ description: 'For this feed only. Default: for all feeds without a policy of their own.' })
    .exactOptional(),
};

/** `POST policy`. */
export const policyForm = z.object({ keep, ...wish }).superRefine(refuseHalfPolicies);

/** `GET preview`. Without parameters: of the current policy. */
export const previewQuery = z.object({ keep: keep.exactOptional(), ...wish }).superRefine(refuseHalfPolicies);

const base = '/api/app.courant.retention/v1';

export const retentionEndpoints = {
  getRetentionPolicy: {
    ...reading,
    path: `${base}/policy`,
    action: 'get policy',
    response: retentionPolicy,
    errors: guarded,
    summary: 'How long items are kept.',
  },
  setRetentionPolicy: {
    ...writing,
    path: `${base}/policy`,
    action: 'set policy',
    form: policyForm,
    response: retentionPolicy,
    errors: [400, 404, 413, 415, ...guarded],
    summary: 'Sets how long items are kept. Unread, starred and tagged items are never removed.',
  },
  previewRetention: {
    ...reading,
    path: `${base}/preview`,
    action: 'preview policy',
    query: previewQuery,
    response: retentionPreview,
    errors: [400, 404, ...guarded],
    summary: 'What a policy would remove, before it does.',
  },
} as const satisfies Record<string, Endpoint>;

function refuseHalfPolicies(
  { keep, count, feed_id }: { keep?: string; count?: number; feed_id?: number },
  context: z.RefinementCtx,
): void {
  const refuse = (name: string, message: string): void =>
    context.addIssue({ code: 'custom', path: [name], message });
  const counts = keep === 'days' || keep === 'newest';
  if (counts && count === undefined) refuse('count', 'is missing');
  if (!counts && count !== undefined) refuse('count', 'goes with keep days or newest only');
  if (keep === 'default' && feed_id === undefined) refuse('feed_id', 'is missing');
  if (keep === undefined && feed_id !== undefined) refuse('keep', 'is missing');
}
