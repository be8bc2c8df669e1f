/** The extension `app.courant.app-passwords`: passwords of single apps, for Google Reader and Fever. */

import type { WireAppPassword, WireNewAppPassword } from '@courant/protocol';
import type { CallOptions } from '../sign-in.ts';
import type { Send } from '../transport.ts';

/** Method and path of each endpoint. */
export const appPasswordsRoutes = {
  listAppPasswords: 'GET /api/app.courant.app-passwords/v1/app-passwords',
  createAppPassword: 'POST /api/app.courant.app-passwords/v1/app-passwords',
  revokeAppPassword: 'POST /api/app.courant.app-passwords/v1/app-passwords/:id/revoke',
} as const;

/** The methods of `client.appPasswords`. 403 for an app with a token: they are for a signed-in person in a browser. */
export function appPasswordsMethods(call: Send) {
  return {
    /** All of the account, newest first, with their last use. */
    async list({ signal }: CallOptions = {}): Promise<WireAppPassword[]> {
      return (await call({ name: 'listAppPasswords', signal })).body;
    },

    /** Makes one. The password is in this answer and never again. 422: there are too many. */
    async create(name: string, { signal }: CallOptions = {}): Promise<WireNewAppPassword> {
      return (await call({ name: 'createAppPassword', form: { name }, signal })).body;
    },

    /** Shuts the app out. 404: there is none of this id. */
    async revoke(id: number, { signal }: CallOptions = {}): Promise<void> {
      await call({ name: 'revokeAppPassword', id, signal });
    },
  };
}
