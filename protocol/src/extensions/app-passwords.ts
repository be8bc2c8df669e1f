/** The extension `app.courant.app-passwords`: passwords of single apps, for Google Reader and Fever. */

import * as z from 'zod';
import { type Endpoint, guarded, reading, writing } from '../endpoint.ts';
import { maxAppPasswordNameCharacters } from '../limits.ts';
import { fail } from '../parameters.ts';
import { dateTime, id } from '../values.ts';

/** A password of one app. What it is was shown when it was made, and is known to nobody since. */
export const appPassword = z
  .looseObject({
    id,
    name: z.string().min(1).meta({ description: 'What the person calls it: the app, mostly.' }),
    created_at: dateTime,
    last_used_at: dateTime.exactOptional().meta({ description: 'To a minute. Absent: never.' }),
    last_asked: z
      .string()
      .exactOptional()
      .meta({ description: 'What it was used for then: `Google Reader: stream/items/ids`, `Fever: items`.' }),
    last_agent: z.string().exactOptional().meta({ description: 'What the app called itself then.' }),
  })
  .meta({ description: 'A password of one app.' });
export type WireAppPassword = z.infer<typeof appPassword>;

/** The only answer that holds the password itself. */
export const newAppPassword = appPassword
  .extend({
    password: z.string().min(1).meta({ description: 'To be typed into the app. It is not shown again.' }),
  })
  .meta({ description: 'A new password of one app.' });
export type WireNewAppPassword = z.infer<typeof newAppPassword>;

/** `POST app-passwords`. */
export const appPasswordCreation = z.object({
  name: z
    .string({ error: 'is missing' })
    .transform((raw, context) => {
      const name = raw.trim();
      if (name === '') return fail(context, raw === '' ? 'is missing' : 'is blank');
      if (name.includes('\0')) return fail(context, 'has a NUL character');
      return [...name].length > maxAppPasswordNameCharacters
        ? fail(context, `is longer than ${maxAppPasswordNameCharacters} characters`)
        : name;
    })
    .meta({ type: 'string', minLength: 1, maxLength: maxAppPasswordNameCharacters })
    .meta({ description: 'Blanks around it are dropped.' }),
});

const base = '/api/app.courant.app-passwords/v1/app-passwords';

export const appPasswordsEndpoints = {
  listAppPasswords: {
    ...reading,
    path: base,
    action: 'list app passwords',
    response: z.array(appPassword),
    errors: guarded,
    summary:
      'The app passwords of the account, newest first. For a signed-in person only: an access token is refused with 403.',
  },
  createAppPassword: {
    ...writing,
    path: base,
    action: 'create app password',
    form: appPasswordCreation,
    response: newAppPassword,
    errors: [400, 413, 415, 422, ...guarded],
    summary: 'Makes a password for an app, and shows it once. There are as many as there may be: 422.',
  },
  revokeAppPassword: {
    ...writing,
    path: `${base}/:id/revoke`,
    action: 'revoke app password',
    status: 204,
    errors: [404, 413, 415, ...guarded],
    summary: 'Shuts the app out, at once and for good.',
  },
} as const satisfies Record<string, Endpoint>;
