/** The extension `app.courant.account`: who the user is, how and where they sign in, and which apps they have let in. */

import type { ConnectedApps, Me, SessionList, SignInFacts } from '@courant/protocol';
import type { CallOptions } from '../sign-in.ts';
import type { Send } from '../transport.ts';

/** Method and path of each endpoint. */
export const accountRoutes = {
  getMe: 'GET /api/app.courant.account/v1/me',
  getSignIn: 'GET /api/app.courant.account/v1/sign-in',
  confirmByPassword: 'POST /api/app.courant.account/v1/confirm',
  askConfirmation: 'POST /api/app.courant.account/v1/confirm/options',
  confirmByPasskey: 'POST /api/app.courant.account/v1/confirm/passkey',
  beginCodes: 'POST /api/app.courant.account/v1/codes/begin',
  confirmCodes: 'POST /api/app.courant.account/v1/codes/confirm',
  removeCodes: 'POST /api/app.courant.account/v1/codes/remove',
  renewRecoveryCodes: 'POST /api/app.courant.account/v1/recovery-codes',
  askPasskey: 'POST /api/app.courant.account/v1/passkeys/options',
  createPasskey: 'POST /api/app.courant.account/v1/passkeys/create',
  renamePasskey: 'POST /api/app.courant.account/v1/passkeys/rename',
  removePasskey: 'POST /api/app.courant.account/v1/passkeys/remove',
  listSessions: 'GET /api/app.courant.account/v1/sessions',
  endSession: 'POST /api/app.courant.account/v1/sessions/end',
  endOtherSessions: 'POST /api/app.courant.account/v1/sessions/end-others',
  signOut: 'POST /api/app.courant.account/v1/sign-out',
  changePassword: 'POST /api/app.courant.account/v1/password',
  deleteAccount: 'POST /api/app.courant.account/v1/delete',
  listConnectedApps: 'GET /api/app.courant.account/v1/apps',
  removeConnectedApp: 'POST /api/app.courant.account/v1/apps/remove',
} as const;

/** A secret for an authenticator app; `qr` is an SVG path in a square of `size`, which needs a light margin of 4 modules. */
export type NewCodes = { secret: string; uri: string; qr?: { size: number; path: string } };

/** What a browser passes to `navigator.credentials`, as JSON. */
export type Ceremony = { challenge: string };

/**
 * The methods of `client.account`. All but `me` are for a browser in which the person has signed in: an app's token is refused
 * (403). Changing how the user signs in requires a confirmation, or a sign-in, in the last ten minutes: without it, 403 with
 * `description` `confirmation_required`.
 */
export function accountMethods(call: Send) {
  return {
    /** The user of the token. */
    async me({ signal }: CallOptions = {}): Promise<Me> {
      return (await call({ name: 'getMe', signal })).body;
    },

    /** How the user signs in. */
    async signInFacts({ signal }: CallOptions = {}): Promise<SignInFacts> {
      return (await call({ name: 'getSignIn', signal })).body;
    },

    /** Confirms who the user is, by password and, where codes are on, a code. 422: wrong. */
    async confirm(given: { password: string; code?: string }, { signal }: CallOptions = {}): Promise<void> {
      const form = { password: given.password, code: given.code };
      await call({ name: 'confirmByPassword', form, signal });
    },

    /** What a passkey has to sign for `confirmByPasskey`. */
    async askConfirmation({ signal }: CallOptions = {}): Promise<Ceremony> {
      return (await call({ name: 'askConfirmation', signal })).body;
    },

    /** Confirms who the user is, by passkey: `credential` is the answer of `navigator.credentials.get`. 422: it is not valid. */
    async confirmByPasskey(credential: object, { signal }: CallOptions = {}): Promise<void> {
      await call({ name: 'confirmByPasskey', form: { credential: JSON.stringify(credential) }, signal });
    },

    codes: codeMethods(call),
    passkeys: passkeyMethods(call),
    sessions: sessionMethods(call),
    apps: appMethods(call),

    /** Signs this browser out and makes it delete its stored data: send what is still waiting to be sent first. */
    async signOut({ signal }: CallOptions = {}): Promise<void> {
      await call({ name: 'signOut', signal });
    },

    /** Changes the password, to at least 8 characters; every app and every other browser is signed out. 422: the current password is wrong. 403, where codes are on: confirm first. */
    async changePassword(current: string, password: string, { signal }: CallOptions = {}): Promise<void> {
      await call({ name: 'changePassword', form: { current, password }, signal });
    },

    /**
     * Deletes the account with everything in it, which nothing brings back, and makes this browser delete its stored data. 422: the last
     * administrator, while there are other accounts. 403: confirm first.
     */
    async delete({ signal }: CallOptions = {}): Promise<void> {
      await call({ name: 'deleteAccount', signal });
    },
  };
}

function codeMethods(call: Send) {
  return {
    /** A secret for an authenticator app, and the link that it opens. 409: codes are on already. */
    async begin({ signal }: CallOptions = {}): Promise<NewCodes> {
      return (await call({ name: 'beginCodes', signal })).body;
    },

    /** Turns codes on with a first code, and returns the recovery codes, only this once. 422: the code is wrong. */
    async confirm(code: string, { signal }: CallOptions = {}): Promise<string[]> {
      return (await call({ name: 'confirmCodes', form: { code }, signal })).body.recovery_codes;
    },

    /** Turns codes off. */
    async remove({ signal }: CallOptions = {}): Promise<void> {
      await call({ name: 'removeCodes', signal });
    },

    /** New recovery codes that replace all remaining ones. 422: codes are off. */
    async renewRecoveryCodes({ signal }: CallOptions = {}): Promise<string[]> {
      return (await call({ name: 'renewRecoveryCodes', signal })).body.recovery_codes;
    },
  };
}

function passkeyMethods(call: Send) {
  return {
    /** What a new passkey has to sign for `create`. 422: there are too many. */
    async ask({ signal }: CallOptions = {}): Promise<Ceremony> {
      return (await call({ name: 'askPasskey', signal })).body;
    },

    /**
     * Adds a passkey: `name` is 1 to 64 characters, `credential` the answer of `navigator.credentials.create`. 409: it is known already.
     * 422: it is not valid, or there are too many.
     */
    async create(name: string, credential: object, { signal }: CallOptions = {}): Promise<void> {
      await call({ name: 'createPasskey', form: { name, credential: JSON.stringify(credential) }, signal });
    },

    /** Renames it. 404: there is none with this id. */
    async rename(id: string, name: string, { signal }: CallOptions = {}): Promise<void> {
      await call({ name: 'renamePasskey', form: { id, name }, signal });
    },

    /** Removes it. 404: there is none with this id. */
    async remove(id: string, { signal }: CallOptions = {}): Promise<void> {
      await call({ name: 'removePasskey', form: { id }, signal });
    },
  };
}

function sessionMethods(call: Send) {
  return {
    /** Where the user is signed in, the most recently seen first. */
    async list({ signal }: CallOptions = {}): Promise<SessionList> {
      return (await call({ name: 'listSessions', signal })).body;
    },

    /** Signs one browser out. 404: there is none with this id. */
    async end(id: string, { signal }: CallOptions = {}): Promise<void> {
      await call({ name: 'endSession', form: { id }, signal });
    },

    /** Signs every other browser out, and returns how many. */
    async endOthers({ signal }: CallOptions = {}): Promise<number> {
      return (await call({ name: 'endOtherSessions', signal })).body.ended;
    },
  };
}

function appMethods(call: Send) {
  return {
    /** The apps that the user has let in, newest first. */
    async list({ signal }: CallOptions = {}): Promise<ConnectedApps> {
      return (await call({ name: 'listConnectedApps', signal })).body;
    },

    /** Signs an app out. 404: it is not connected. */
    async remove(id: string, { signal }: CallOptions = {}): Promise<void> {
      await call({ name: 'removeConnectedApp', form: { id }, signal });
    },
  };
}
