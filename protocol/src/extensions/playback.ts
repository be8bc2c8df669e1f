/** The extension `app.courant.playback`: how far the user has come in the audio and video of an item, on every device. */

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
    .meta({ description: 'The address of one of the item’s enclosures, as the item gives it.' }),
  seconds: z
    .string({ error: 'is missing' })
    .transform((raw, context) => readSeconds(raw, context))
    .meta({ type: 'number', minimum: 0, maximum: maxPlayedSeconds })
    .meta({ description: 'Where to continue. 0: at the beginning, as after the end.' }),
  ago_seconds: z
    .string()
    .default('0')
    .transform((raw, context) => readSeconds(raw, context))
    .meta({ type: 'number', minimum: 0, maximum: maxPlayedSeconds, default: 0 })
    .meta({ description: 'How long ago that was, if it could not be sent at once.' }),
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
      'Saves the playback position of a file of an item; the latest in time wins, and the answer has the current ones. 422: the item does not have ' +
      'this file.',
  },
} as const satisfies Record<string, Endpoint>;

/** A number as programs write it: their fractions may have seventeen digits or an exponent. Kept to the millisecond. */
function readSeconds(raw: string, context: z.RefinementCtx): number {
  const value = /^\d+(\.\d+)?(e[+-]?\d+)?$/i.test(raw) ? Number(raw) : Number.NaN;
  return value <= maxPlayedSeconds
    ? Math.round(value * 1000) / 1000
    : fail(context, `must be a number of seconds from 0 to ${maxPlayedSeconds}`);
}
