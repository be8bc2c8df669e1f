/** The extension `app.courant.account`: who the user is, how and where they sign in, and which apps they have let in. */

import * as z from 'zod';
import { type Endpoint, guarded, reading, writing } from '../endpoint.ts';
import { count, dateTime, id } from '../values.ts';

const textId = z.string().min(1).meta({ description: 'As a list gives it.' });
const word = (description: string) =>
  z.string({ error: 'is missing' }).min(1, { error: 'is empty' }).meta({ description });

/** The user of a token or a session. */
export const me = z
  .looseObject({ id, name: z.string().min(1), is_admin: z.boolean(), created_at: dateTime })
  .meta({ description: 'The user of a token or a session.' });
export type Me = z.infer<typeof me>;

/** How a user signs in. */
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
    confirmed_until: dateTime.exactOptional().meta({
      description: 'Until then, this session may change any of these. Absent: it must confirm first.',
    }),
  })
  .meta({ description: 'How a user signs in.' });
export type SignInFacts = z.infer<typeof signInFacts>;

/** The browsers in which a user is signed in. */
export const sessionList = z
  .array(
    z.looseObject({
      id: textId,
      device: z.string().min(1).meta({ description: '`Firefox on Linux`, according to the browser.' }),
      network: z
        .string()
        .min(1)
        .exactOptional()
        .meta({ description: 'The network of the address, such as `203.0.113.0/24`.' }),
      signed_in_at: dateTime,
      last_seen_at: dateTime,
      expires_at: dateTime,
      current: z.boolean(),
    }),
  )
  .meta({ description: 'The browsers in which a user is signed in.' });
export type SessionList = z.infer<typeof sessionList>;

/** The apps that a user has let in. */
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
  .meta({ description: 'The apps that a user has let in.' });
export type ConnectedApps = z.infer<typeof connectedApps>;

const qrCode = z.looseObject({ size: z.int().min(21), path: z.string().startsWith('M') }).meta({
  description: '`uri` as a QR code: its size, and an SVG path. It needs a light margin of 4 modules.',
});
const recoveryCodes = z
  .looseObject({ recovery_codes: z.array(z.string().min(1)) })
  .meta({ description: 'Told this once.' });
const ceremony = z
  .looseObject({ challenge: z.string().min(1) })
  .meta({ description: 'What the browser passes to `navigator.credentials`, as JSON (WebAuthn).' });

/** `POST confirm`. */
export const confirmationForm = z.object({
  password: word('Of the account.'),
  code: z
    .string()
    .exactOptional()
    .meta({ description: 'If codes are on: a one-time code or a recovery code.' }),
});
/** A form with an id that is a text. */
export const textIdForm = z.object({ id: word('As a list gives it.') });
/** `POST codes/confirm`. */
export const codeForm = z.object({ code: word('The code shown by the authenticator app.') });
/** A form with the answer of an authenticator. */
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
const asking = { ...reading, browserOnly: true, errors: guarded } as const;
const doing = {
  ...writing,
  browserOnly: true,
  status: 204,
  errors: [400, 404, 413, 415, 422, ...guarded],
} as const;
const giving = { ...doing, status: 200 } as const;

export const accountEndpoints = {
  getMe: {
    ...reading,
    path: `${base}/me`,
    action: 'get account',
    response: me,
    errors: guarded,
    summary: 'The user of the token.',
  },
  getSignIn: {
    ...asking,
    path: `${base}/sign-in`,
    action: 'get sign-in',
    response: signInFacts,
    summary: 'How the user signs in.',
  },
  confirmByPassword: {
    ...doing,
    path: `${base}/confirm`,
    action: 'confirm',
    form: confirmationForm,
    summary:
      'Confirms who the user is, by password and code: for ten minutes this session may change how they sign in.',
  },
  askConfirmation: {
    ...giving,
    path: `${base}/confirm/options`,
    action: 'confirm',
    response: ceremony,
    summary: 'What a passkey has to sign for `confirm/passkey`.',
  },
  confirmByPasskey: {
    ...doing,
    path: `${base}/confirm/passkey`,
    action: 'confirm',
    form: credentialForm,
    summary: 'The same with a passkey.',
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
    summary: 'A secret for an authenticator app. 409: codes are on already.',
  },
  confirmCodes: {
    ...giving,
    path: `${base}/codes/confirm`,
    action: 'turn codes on',
    form: codeForm,
    response: recoveryCodes,
    summary: 'Turns codes on with a first code, and returns the recovery codes.',
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
    summary: 'New recovery codes that replace all remaining ones.',
  },
  askPasskey: {
    ...giving,
    path: `${base}/passkeys/options`,
    action: 'add passkey',
    response: ceremony,
    summary: 'What a new passkey has to sign for `passkeys/create`.',
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
    summary: 'Renames a passkey.',
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
    summary: 'Where the user is signed in.',
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
    summary: 'Signs this browser out, and has it delete what it has stored (Clear-Site-Data).',
  },
  changePassword: {
    ...doing,
    path: `${base}/password`,
    action: 'change password',
    form: passwordForm,
    summary:
      'Changes the password. Every app and every other browser is signed out; this one gets a new cookie.',
  },
  deleteAccount: {
    ...doing,
    path: `${base}/delete`,
    action: 'delete account',
    summary: 'Deletes the account with everything in it, and has the browser delete what it has stored.',
  },
  listConnectedApps: {
    ...asking,
    path: `${base}/apps`,
    action: 'list apps',
    response: connectedApps,
    summary: 'The apps that the user has let in.',
  },
  removeConnectedApp: {
    ...doing,
    path: `${base}/apps/remove`,
    action: 'remove app',
    form: textIdForm,
    summary: 'Signs an app out.',
  },
} as const satisfies Record<string, Endpoint>;
