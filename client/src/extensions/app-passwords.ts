/** The extension `app.courant.app-passwords`: passwords for single apps that speak Google Reader or Fever. */

import type { WireAppPassword, WireNewAppPassword } from '@courant/protocol';
import type { CallOptions } from '../sign-in.ts';
import type { Send } from '../transport.ts';

/** Method and path of each endpoint. */
export const appPasswordsRoutes = {
  listAppPasswords: 'GET /api/app.courant.app-passwords/v1/app-passwords',
  createAppPassword: 'POST /api/app.courant.app-passwords/v1/app-passwords',
  revokeAppPassword: 'POST /api/app.courant.app-passwords/v1/app-passwords/:id/revoke',
} as const;

/** The methods of `client.appPasswords`. 403 for an app with a token: they are for a user who is signed in in a browser. */
export function appPasswordsMethods(call: Send) {
  return {
    /** All app passwords of the account, newest first, with their last use. */
    async list({ signal }: CallOptions = {}): Promise<WireAppPassword[]> {
      return (await call({ name: 'listAppPasswords', signal })).body;
    },

    /**
     * Creates one; `name` is 1 to 100 characters. The password is in this answer and never again. It bypasses one-time codes, so the user
     * must have confirmed who they are, as for `client.account`. 422: there are too many.
     */
    async create(name: string, { signal }: CallOptions = {}): Promise<WireNewAppPassword> {
      return (await call({ name: 'createAppPassword', form: { name }, signal })).body;
    },

    /** Revokes one. 404: there is none with this id. */
    async revoke(id: number, { signal }: CallOptions = {}): Promise<void> {
      await call({ name: 'revokeAppPassword', id, signal });
    },
  };
}
