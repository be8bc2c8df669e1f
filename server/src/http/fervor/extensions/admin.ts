// The extension app.courant.admin: accounts, invitations and the state of the instance, for administrators.
import { accountsQuery, invitationForm, invitationIdForm, userForm } from '@courant/protocol';
import {
  type Act,
  deletedUser,
  demoteUser,
  disableUser,
  enableUser,
  listAccounts,
  mayDelete,
  notAnAdmin,
  promoteUser,
  refuseDeletion,
} from '../../../accounts/administration.ts';
import { listInvitations, makeInvitation, revokeInvitation } from '../../../accounts/invitations.ts';
import { removeAccount } from '../../../library/accounts.ts';
import { instanceState } from '../../../library/instance.ts';
import type { ExtensionRoute, FervorHouse } from '../handler.ts';
import { readForm, readQuery } from '../input.ts';
import { json } from '../present.ts';
import * as present from '../present-admin.ts';
import { bySession, ifConfirmed, type SessionCall, type SessionHandler } from './session-call.ts';

const base = '/api/app.courant.admin/v1';

export const adminRoutes: readonly ExtensionRoute[] = [
  get('users', 'list users', async ({ accounts }, call, action) => {
    const query = readQuery(call, accountsQuery, action);
    return json((await listAccounts(accounts, query)).map(present.presentAccount));
  }),
  onUser('users/disable', 'disable user', ({ accounts }, act) => disableUser(accounts, act)),
  onUser('users/enable', 'enable user', ({ accounts }, act) => enableUser(accounts, act)),
  onUser('users/promote', 'promote user', ({ accounts }, act) => promoteUser(accounts, act)),
  onUser('users/demote', 'demote user', ({ accounts }, act) => demoteUser(accounts, act)),
  onUser('users/delete', 'delete user', async ({ accounts, library }, act) => {
    await mayDelete(accounts, act);
    await removeAccount(library, act.userId, (tx) => refuseDeletion(tx, act));
    deletedUser(accounts, act);
  }),
  post('users/reset', 'reset user', async ({ accounts }, call, action) => {
    const { id: userId } = await readForm(call, userForm, action);
    const made = await makeInvitation(accounts, { note: '', userId, ...maker(call) });
    return json(present.presentFreshInvitation(made));
  }),
  get('invitations', 'list invitations', async ({ accounts }) =>
    json((await listInvitations(accounts)).map(present.presentInvitation)),
  ),
  post('invitations/create', 'make invitation', async ({ accounts }, call, action) => {
    const { note } = await readForm(call, invitationForm, action);
    return json(present.presentFreshInvitation(await makeInvitation(accounts, { note, ...maker(call) })));
  }),
  post('invitations/revoke', 'revoke invitation', async ({ accounts }, call, action) => {
    const { id } = await readForm(call, invitationIdForm, action);
    await revokeInvitation(accounts, { id, byUserId: call.userId });
  }),
  get('instance', 'get instance', async ({ library, instance }) =>
    json(present.presentInstanceState(await instanceState(library), instance.implementationVersion)),
  ),
];

function maker({ userId, secret }: SessionCall): { byUserId: number; session: string } {
  return { byUserId: userId, session: secret };
}

function get(path: string, action: string, handle: SessionHandler): ExtensionRoute {
  return ['GET', `${base}/${path}`, 'read', bySession(action, ifAdmin(handle))];
}

/** Changes need an administrator whose session has been confirmed recently. */
function post(path: string, action: string, handle: SessionHandler): ExtensionRoute {
  return ['POST', `${base}/${path}`, 'write', bySession(action, ifAdmin(ifConfirmed(handle)))];
}

function ifAdmin(handle: SessionHandler): SessionHandler {
  return async (house, call, action) => {
    if (!call.session.user.isAdmin) throw notAnAdmin(action);
    return handle(house, call, action);
  };
}

function onUser(
  path: string,
  action: string,
  act: (house: FervorHouse, act: Act) => Promise<void>,
): ExtensionRoute {
  return post(path, action, async (house, call) => {
    const { id: userId } = await readForm(call, userForm, action);
    await act(house, { userId, byUserId: call.userId });
  });
}
