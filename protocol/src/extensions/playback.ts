/** The extension `app.courant.playback`: how far somebody has come in the sound and the film of an item, on every device. */

import * as z from 'zod';
import { type Endpoint, guarded, writing } from '../endpoint.ts';
import { maxPlayedSeconds, maxUrlCharacters } from '../limits.ts';
import { fail } from '../parameters.ts';
import { itemPlayback } from './entities.ts';

/** `POST items/:id/position`. */
export const playbackPosition = z.object({
  url: z
    .string({ error: 'is missing' })
    .transform((raw, context) =>
      raw.length > maxUrlCharacters
        ? fail(context, `is longer than ${maxUrlCharacters} characters`)
        : raw || fail(context, 'is missing'),
    )
    .meta({ type: 'string', format: 'uri', maxLength: maxUrlCharacters })
    .meta({ description: 'The address of one of the enclosures of the item, as the item has it.' }),
  seconds: z
    .string({ error: 'is missing' })
    .transform((raw, context) => readSeconds(raw, context))
    .meta({ type: 'number', minimum: 0, maximum: maxPlayedSeconds })
    .meta({ description: 'Where it goes on. 0: at the beginning, as after the end.' }),
  ago_seconds: z
    .string()
    .default('0')
    .transform((raw, context) => readSeconds(raw, context))
    .meta({ type: 'number', minimum: 0, maximum: maxPlayedSeconds, default: 0 })
    .meta({ description: 'How long ago that was, where it could not be told at once.' }),
});

export const playbackEndpoints = {
  keepPosition: {
    ...writing,
    path: '/api/app.courant.playback/v1/items/:id/position',
    action: 'keep position',
    form: playbackPosition,
    response: itemPlayback,
    errors: [400, 404, 413, 415, 422, ...guarded],
    summary:
      'Keeps how far somebody has come in a file of an item; what is later by time stands. The answer says what stands. A file ' +
      'that the item does not have: 422.',
  },
} as const satisfies Record<string, Endpoint>;

/** A number with or without decimals. */
function readSeconds(raw: string, context: z.RefinementCtx): number {
  const value = /^\d{1,9}(\.\d{1,9})?$/.test(raw) ? Number(raw) : Number.NaN;
  return value <= maxPlayedSeconds
    ? value
    : fail(context, `must be a number of seconds from 0 to ${maxPlayedSeconds}`);
}
