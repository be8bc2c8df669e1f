/** The extension `app.courant.account`: who one is here, how and where one signs in, and what one has let in. */

import * as z from 'zod';
import { type Endpoint, guarded, reading, writing } from '../endpoint.ts';
import { count, dateTime, id } from '../values.ts';

const textId = z.string().min(1).meta({ description: 'As a list gives it.' });
const word = (description: string) =>
  z.string({ error: 'is missing' }).min(1, { error: 'is empty' }).meta({ description });

/** Whom a token or a session speaks for. */
export const me = z
  .looseObject({ id, name: z.string().min(1), is_admin: z.boolean(), created_at: dateTime })
  .meta({ description: 'Whom a token or a session speaks for.' });
export type Me = z.infer<typeof me>;

/** How a person signs in. */
export const signInFacts = z
  .looseObject({
    codes_since: dateTime.exactOptional().meta({ description: 'Absent: one-time codes are off.' }),
    recovery_codes_left: count,
    passkeys: z.array(
      z.looseObject({
        id: textId,
        name: z.string().min(1),
        created_at: dateTime,
        last_used_at: dateTime.exactOptional(),
      }),
    ),
    confirmed_until: dateTime
      .exactOptional()
      .meta({ description: 'Until then this session may change any of it. Absent: it must confirm first.' }),
  })
  .meta({ description: 'How a person signs in.' });
export type SignInFacts = z.infer<typeof signInFacts>;

/** The browsers in which a person is signed in. */
export const sessionList = z
  .array(
    z.looseObject({
      id: textId,
      device: z.string().min(1).meta({ description: '`Firefox on Linux`, as the browser says.' }),
      network: z
        .string()
        .min(1)
        .exactOptional()
        .meta({ description: 'The net of the address, as `203.0.113.0/24`.' }),
      signed_in_at: dateTime,
      last_seen_at: dateTime,
      expires_at: dateTime,
      current: z.boolean(),
    }),
  )
  .meta({ description: 'The browsers in which a person is signed in.' });
export type SessionList = z.infer<typeof sessionList>;

/** The apps that a person has let in. */
export const connectedApps = z
  .array(
    z.looseObject({
      id: textId,
      name: z.string().min(1),
      website: z.string().exactOptional(),
      scopes: z.array(z.string().min(1)),
      created_at: dateTime,
      last_used_at: dateTime.exactOptional(),
    }),
  )
  .meta({ description: 'The apps that a person has let in.' });
export type ConnectedApps = z.infer<typeof connectedApps>;

const qrCode = z.looseObject({ size: z.int().min(21), path: z.string().startsWith('M') }).meta({
  description:
    '`uri` as a picture for telephones: its side, and a path of SVG. It needs a light margin of 4.',
});
const recoveryCodes = z
  .looseObject({ recovery_codes: z.array(z.string().min(1)) })
  .meta({ description: 'Told this once.' });
const ceremony = z
  .looseObject({ challenge: z.string().min(1) })
  .meta({ description: 'What the browser hands to `navigator.credentials`, as JSON (WebAuthn).' });

/** `POST confirm`. */
export const confirmationForm = z.object({
  password: word('Of the account.'),
  code: z
    .string()
    .exactOptional()
    .meta({ description: 'Where codes are on: a one-time code or a recovery code.' }),
});
/** A form with the id of something. */
export const textIdForm = z.object({ id: word('As a list gives it.') });
/** `POST codes/confirm`. */
export const codeForm = z.object({ code: word('What the authenticator app shows.') });
/** A form with what an authenticator has answered. */
export const credentialForm = z.object({ credential: word('The credential as JSON.') });
/** `POST passkeys/create`. */
export const passkeyForm = z.object({
  credential: word('The credential as JSON.'),
  name: word('1 to 64 characters.'),
});
/** `POST passkeys/rename`. */
export const passkeyNameForm = z.object({
  id: word('As a list gives it.'),
  name: word('1 to 64 characters.'),
});
/** `POST password`. */
export const passwordForm = z.object({ current: word('The present one.'), password: word('The new one.') });
const base = '/api/app.courant.account/v1';
const asking = { ...reading, errors: guarded } as const;
const doing = { ...writing, status: 204, errors: [400, 404, 413, 415, 422, ...guarded] } as const;
const giving = { ...doing, status: 200 } as const;

export const accountEndpoints = {
  getMe: {
    ...asking,
    path: `${base}/me`,
    action: 'get account',
    response: me,
    summary: 'Whom the token speaks for.',
  },
  getSignIn: {
    ...asking,
    path: `${base}/sign-in`,
    action: 'get sign-in',
    response: signInFacts,
    summary: 'How one signs in. Sessions only, as all below.',
  },
  confirmByPassword: {
    ...doing,
    path: `${base}/confirm`,
    action: 'confirm',
    form: confirmationForm,
    summary:
      'Shows who one is, by password and code: for ten minutes this session may change how one signs in.',
  },
  askConfirmation: {
    ...giving,
    path: `${base}/confirm/options`,
    action: 'confirm',
    response: ceremony,
    summary: 'What a passkey is to sign for `confirm/passkey`.',
  },
  confirmByPasskey: {
    ...doing,
    path: `${base}/confirm/passkey`,
    action: 'confirm',
    form: credentialForm,
    summary: 'The same by passkey.',
  },
  beginCodes: {
    ...giving,
    path: `${base}/codes/begin`,
    action: 'turn codes on',
    response: z.looseObject({
      secret: z.string().min(1),
      uri: z.string().startsWith('otpauth:'),
      qr: qrCode.exactOptional(),
    }),
    errors: [409, ...giving.errors],
    summary: 'A secret for an authenticator app. 409: codes are on.',
  },
  confirmCodes: {
    ...giving,
    path: `${base}/codes/confirm`,
    action: 'turn codes on',
    form: codeForm,
    response: recoveryCodes,
    summary: 'Turns codes on with the first one, and gives the recovery codes.',
  },
  removeCodes: {
    ...doing,
    path: `${base}/codes/remove`,
    action: 'turn codes off',
    summary: 'Turns codes off.',
  },
  renewRecoveryCodes: {
    ...giving,
    path: `${base}/recovery-codes`,
    action: 'make recovery codes',
    response: recoveryCodes,
    summary: 'New recovery codes in place of all that were left.',
  },
  askPasskey: {
    ...giving,
    path: `${base}/passkeys/options`,
    action: 'add passkey',
    response: ceremony,
    summary: 'What a new passkey is to sign for `passkeys/create`.',
  },
  createPasskey: {
    ...doing,
    path: `${base}/passkeys/create`,
    action: 'add passkey',
    form: passkeyForm,
    errors: [409, ...doing.errors],
    summary: 'Adds a passkey. 409: it is known already.',
  },
  renamePasskey: {
    ...doing,
    path: `${base}/passkeys/rename`,
    action: 'rename passkey',
    form: passkeyNameForm,
    summary: 'Gives a passkey another name.',
  },
  removePasskey: {
    ...doing,
    path: `${base}/passkeys/remove`,
    action: 'remove passkey',
    form: textIdForm,
    summary: 'Removes a passkey.',
  },
  listSessions: {
    ...asking,
    path: `${base}/sessions`,
    action: 'list sessions',
    response: sessionList,
    summary: 'Where one is signed in.',
  },
  endSession: {
    ...doing,
    path: `${base}/sessions/end`,
    action: 'end session',
    form: textIdForm,
    summary: 'Signs one browser out.',
  },
  endOtherSessions: {
    ...giving,
    path: `${base}/sessions/end-others`,
    action: 'end sessions',
    response: z.looseObject({ ended: count }),
    summary: 'Signs every other browser out.',
  },
  signOut: {
    ...doing,
    path: `${base}/sign-out`,
    action: 'sign out',
    summary: 'Signs this browser out, and has it forget what it keeps of the account (Clear-Site-Data).',
  },
  changePassword: {
    ...doing,
    path: `${base}/password`,
    action: 'change password',
    form: passwordForm,
    summary:
      'Changes the password. Every app and every other browser is out; this one is given another cookie.',
  },
  listConnectedApps: {
    ...asking,
    path: `${base}/apps`,
    action: 'list apps',
    response: connectedApps,
    summary: 'What one has let in.',
  },
  removeConnectedApp: {
    ...doing,
    path: `${base}/apps/remove`,
    action: 'remove app',
    form: textIdForm,
    summary: 'Puts an app out.',
  },
} as const satisfies Record<string, Endpoint>;
