/** The extension `app.courant.account`: who one is here, how and where one signs in, and what one has let in. */

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
  listConnectedApps: 'GET /api/app.courant.account/v1/apps',
  removeConnectedApp: 'POST /api/app.courant.account/v1/apps/remove',
} as const;

/** A secret for an authenticator app; `qr` is a path of SVG in a square of `size`, which needs a light margin of 4. */
export type NewCodes = { secret: string; uri: string; qr?: { size: number; path: string } };

/** What a browser hands to `navigator.credentials`, as JSON. */
export type Ceremony = { challenge: string };

/**
 * The methods of `client.account`. All but `me` are for a browser in which the person has signed in: an app's token is refused
 * (403). What changes how one signs in wants a confirmation, or a sign-in, of the last ten minutes: without it, 403 with
 * `description` `confirmation_required`.
 */
export function accountMethods(call: Send) {
  return {
    /** Whom the token speaks for. */
    async me({ signal }: CallOptions = {}): Promise<Me> {
      return (await call({ name: 'getMe', signal })).body;
    },

    /** How one signs in. */
    async signInFacts({ signal }: CallOptions = {}): Promise<SignInFacts> {
      return (await call({ name: 'getSignIn', signal })).body;
    },

    /** Shows who one is, by password and, where codes are on, a code. 422: that is not right. */
    async confirm(given: { password: string; code?: string }, { signal }: CallOptions = {}): Promise<void> {
      const form = { password: given.password, code: given.code };
      await call({ name: 'confirmByPassword', form, signal });
    },

    /** What a passkey is to sign for `confirmByPasskey`. */
    async askConfirmation({ signal }: CallOptions = {}): Promise<Ceremony> {
      return (await call({ name: 'askConfirmation', signal })).body;
    },

    /** Shows who one is, by passkey: `credential` is the answer of `navigator.credentials.get`. */
    async confirmByPasskey(credential: object, { signal }: CallOptions = {}): Promise<void> {
      await call({ name: 'confirmByPasskey', form: { credential: JSON.stringify(credential) }, signal });
    },

    codes: codeMethods(call),
    passkeys: passkeyMethods(call),
    sessions: sessionMethods(call),
    apps: appMethods(call),

    /** Signs this browser out, and has it forget what it keeps of the account: send first what still waits to be sent. */
    async signOut({ signal }: CallOptions = {}): Promise<void> {
      await call({ name: 'signOut', signal });
    },

    /** Changes the password; every app and every other browser is out. 422: the present one is not right. 403: confirm first. */
    async changePassword(current: string, password: string, { signal }: CallOptions = {}): Promise<void> {
      await call({ name: 'changePassword', form: { current, password }, signal });
    },
  };
}

function codeMethods(call: Send) {
  return {
    /** A secret for an authenticator app, and the link that it opens. 409: codes are on. */
    async begin({ signal }: CallOptions = {}): Promise<NewCodes> {
      return (await call({ name: 'beginCodes', signal })).body;
    },

    /** Turns codes on with the first one, and gives the recovery codes, for the only time. 422: the code is not right. */
    async confirm(code: string, { signal }: CallOptions = {}): Promise<string[]> {
      return (await call({ name: 'confirmCodes', form: { code }, signal })).body.recovery_codes;
    },

    /** Turns codes off. */
    async remove({ signal }: CallOptions = {}): Promise<void> {
      await call({ name: 'removeCodes', signal });
    },

    /** New recovery codes in place of all that were left. 422: codes are off. */
    async renewRecoveryCodes({ signal }: CallOptions = {}): Promise<string[]> {
      return (await call({ name: 'renewRecoveryCodes', signal })).body.recovery_codes;
    },
  };
}

function passkeyMethods(call: Send) {
  return {
    /** What a new passkey is to sign for `create`. 422: there are too many. */
    async ask({ signal }: CallOptions = {}): Promise<Ceremony> {
      return (await call({ name: 'askPasskey', signal })).body;
    },

    /** Adds a passkey: `credential` is the answer of `navigator.credentials.create`. 409: it is known already. */
    async create(name: string, credential: object, { signal }: CallOptions = {}): Promise<void> {
      await call({ name: 'createPasskey', form: { name, credential: JSON.stringify(credential) }, signal });
    },

    /** Gives it another name. 404: there is none of this id. */
    async rename(id: string, name: string, { signal }: CallOptions = {}): Promise<void> {
      await call({ name: 'renamePasskey', form: { id, name }, signal });
    },

    /** 404: there is none of this id. */
    async remove(id: string, { signal }: CallOptions = {}): Promise<void> {
      await call({ name: 'removePasskey', form: { id }, signal });
    },
  };
}

function sessionMethods(call: Send) {
  return {
    /** Where one is signed in, the latest seen first. */
    async list({ signal }: CallOptions = {}): Promise<SessionList> {
      return (await call({ name: 'listSessions', signal })).body;
    },

    /** Signs one browser out. 404: there is none of this id. */
    async end(id: string, { signal }: CallOptions = {}): Promise<void> {
      await call({ name: 'endSession', form: { id }, signal });
    },

    /** Signs every other browser out, and says how many. */
    async endOthers({ signal }: CallOptions = {}): Promise<number> {
      return (await call({ name: 'endOtherSessions', signal })).body.ended;
    },
  };
}

function appMethods(call: Send) {
  return {
    /** What one has let in, newest first. */
    async list({ signal }: CallOptions = {}): Promise<ConnectedApps> {
      return (await call({ name: 'listConnectedApps', signal })).body;
    },

    /** Puts an app out. 404: it is not connected. */
    async remove(id: string, { signal }: CallOptions = {}): Promise<void> {
      await call({ name: 'removeConnectedApp', form: { id }, signal });
    },
  };
}
