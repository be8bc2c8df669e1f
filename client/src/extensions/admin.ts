/** The extension `app.courant.admin`: accounts, invitations and the state of the instance, for those who administer it. */

import type { Accounts, FreshInvitation, InstanceState, Invitations } from '@courant/protocol';
import type { CallOptions } from '../sign-in.ts';
import type { Send } from '../transport.ts';

/** Method and path of each endpoint. */
export const adminRoutes = {
  listAccounts: 'GET /api/app.courant.admin/v1/users',
  disableUser: 'POST /api/app.courant.admin/v1/users/disable',
  enableUser: 'POST /api/app.courant.admin/v1/users/enable',
  promoteUser: 'POST /api/app.courant.admin/v1/users/promote',
  demoteUser: 'POST /api/app.courant.admin/v1/users/demote',
  deleteUser: 'POST /api/app.courant.admin/v1/users/delete',
  resetUser: 'POST /api/app.courant.admin/v1/users/reset',
  listInvitations: 'GET /api/app.courant.admin/v1/invitations',
  createInvitation: 'POST /api/app.courant.admin/v1/invitations/create',
  revokeInvitation: 'POST /api/app.courant.admin/v1/invitations/revoke',
  getInstanceState: 'GET /api/app.courant.admin/v1/instance',
} as const;

/**
 * The methods of `client.admin`, for a browser in which an administrator is signed in: anybody else, and any token, is refused
 * (403). Changes require a confirmation in the last ten minutes, as in `client.account`.
 */
export function adminMethods(call: Send) {
  return {
    /** Accounts by id: those with `name` in their names, and with ids above `after`; `limit` 1 to 200, default 200. */
    async users(
      {
        name,
        after,
        limit,
      }: { name?: string | undefined; after?: number | undefined; limit?: number | undefined } = {},
      { signal }: CallOptions = {},
    ): Promise<Accounts> {
      return (await call({ name: 'listAccounts', query: { name, after, limit }, signal })).body;
    },

    /** Signs an account out everywhere and lets nobody sign in to it. 404: no such user. 422: your own, or the last administrator. */
    async disable(id: number, { signal }: CallOptions = {}): Promise<void> {
      await call({ name: 'disableUser', form: { id }, signal });
    },

    /** Lets the owner of a disabled account sign in again. 404: no such user. */
    async enable(id: number, { signal }: CallOptions = {}): Promise<void> {
      await call({ name: 'enableUser', form: { id }, signal });
    },

    /** Makes an account an administrator. 404: no such user. */
    async promote(id: number, { signal }: CallOptions = {}): Promise<void> {
      await call({ name: 'promoteUser', form: { id }, signal });
    },

    /**
     * Makes an administrator, who may be yourself, an ordinary user; links that they have made stop working. 404: no such user. 422: the
     * last administrator.
     */
    async demote(id: number, { signal }: CallOptions = {}): Promise<void> {
      await call({ name: 'demoteUser', form: { id }, signal });
    },

    /** Deletes an account with everything in it. 404: no such user. 422: your own, or the last administrator. */
    async delete(id: number, { signal }: CallOptions = {}): Promise<void> {
      await call({ name: 'deleteUser', form: { id }, signal });
    },

    /** A link with which the owner of an account sets a new password, shown only this once. 404: no such user, or it is disabled. 422: your own. */
    async reset(id: number, { signal }: CallOptions = {}): Promise<FreshInvitation> {
      return (await call({ name: 'resetUser', form: { id }, signal })).body;
    },

    /** Invitations that are still valid, newest first. */
    async invitations({ signal }: CallOptions = {}): Promise<Invitations> {
      return (await call({ name: 'listInvitations', signal })).body;
    },

    /** A link that creates one account, valid for a week, shown only this once. `note` says whom it is for, in at most 200 characters. */
    async invite(note = '', { signal }: CallOptions = {}): Promise<FreshInvitation> {
      return (await call({ name: 'createInvitation', form: { note }, signal })).body;
    },

    /** Revokes a link. 404: there is none with this id. */
    async revokeInvitation(id: string, { signal }: CallOptions = {}): Promise<void> {
      await call({ name: 'revokeInvitation', form: { id }, signal });
    },

    /** The state of the instance. */
    async instance({ signal }: CallOptions = {}): Promise<InstanceState> {
      return (await call({ name: 'getInstanceState', signal })).body;
    },
  };
}
