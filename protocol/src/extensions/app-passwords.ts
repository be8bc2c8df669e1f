/** The extension `app.courant.app-passwords`: passwords for single apps, for Google Reader and Fever. */

import * as z from 'zod';
import { type Endpoint, guarded, reading, writing } from '../endpoint.ts';
import { maxAppPasswordNameCharacters } from '../limits.ts';
import { fail } from '../parameters.ts';
import { dateTime, id } from '../values.ts';

/** A password for one app. The password itself was shown when it was made, and cannot be read again. */
export const appPassword = z
  .looseObject({
    id,
    name: z.string().min(1).meta({ description: 'What the user calls it, usually the app.' }),
    created_at: dateTime,
    last_used_at: dateTime.exactOptional().meta({ description: 'To the minute. Absent: never.' }),
    last_asked: z
      .string()
      .exactOptional()
      .meta({ description: 'What it was last used for: `Google Reader: stream/items/ids`, `Fever: items`.' }),
    last_agent: z.string().exactOptional().meta({ description: 'What the app called itself then.' }),
  })
  .meta({ description: 'A password for one app.' });
export type WireAppPassword = z.infer<typeof appPassword>;

/** The only answer that contains the password itself. */
export const newAppPassword = appPassword
  .extend({
    password: z.string().min(1).meta({ description: 'To be typed into the app. It is not shown again.' }),
  })
  .meta({ description: 'A new password for one app.' });
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
    .meta({ description: 'Surrounding spaces are dropped.' }),
});

const base = '/api/app.courant.app-passwords/v1/app-passwords';

export const appPasswordsEndpoints = {
  listAppPasswords: {
    ...reading,
    browserOnly: true,
    path: base,
    action: 'list app passwords',
    response: z.array(appPassword),
    errors: guarded,
    summary: 'The app passwords of the account, newest first.',
  },
  createAppPassword: {
    ...writing,
    browserOnly: true,
    path: base,
    action: 'create app password',
    form: appPasswordCreation,
    response: newAppPassword,
    errors: [400, 413, 415, 422, ...guarded],
    summary: 'Creates a password for an app, and shows it once. 422: there are too many already.',
  },
  revokeAppPassword: {
    ...writing,
    browserOnly: true,
    path: `${base}/:id/revoke`,
    action: 'revoke app password',
    status: 204,
    errors: [404, 413, 415, ...guarded],
    summary: 'Revokes an app password, at once and for good.',
  },
} as const satisfies Record<string, Endpoint>;
