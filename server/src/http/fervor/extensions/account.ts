// The extension app.courant.account: who a person is, how and where they sign in, what they have let in. Apps only learn who they are.
import * as forms from '@courant/protocol';
import { changePassword } from '../../../accounts/change-password.ts';
import { confirm, confirmByPassword, confirmedUntil } from '../../../accounts/confirmation.ts';
import * as apps from '../../../accounts/connected-apps.ts';
import { sessionLifeMs } from '../../../accounts/limits.ts';
import * as passkeys from '../../../accounts/passkeys.ts';
import * as codes from '../../../accounts/second-factor.ts';
import { endOneSession, endOtherSessions, endSession, listSessions } from '../../../accounts/sessions.ts';
import { findUserById } from '../../../accounts/users.ts';
import { Refusal } from '../../../model/refusal.ts';
import { cookieHeader, withoutSession } from '../../cookies.ts';
import { deleteOwnAccount } from '../../own-account.ts';
import { placeOf } from '../../place.ts';
import type { ExtensionRoute, FervorHouse, UserCall } from '../handler.ts';
import { readForm } from '../input.ts';
import { json, noContent } from '../present.ts';
import * as present from '../present-account.ts';
import { bySession, ifConfirmed, type SessionHandler } from './session-call.ts';

const base = '/api/app.courant.account/v1';

export const accountRoutes: readonly ExtensionRoute[] = [
  ['GET', `${base}/me`, 'read', showMe],
  get('sign-in', 'get sign-in', async ({ accounts }, { session }) => {
    const { user } = session;
    return json(
      present.presentSignIn({
        codes: await codes.codesOf(accounts, user.id),
        passkeys: await passkeys.listPasskeys(accounts, user.id),
        confirmedUntil: confirmedUntil(session, accounts.clock.now()),
      }),
    );
  }),
  post('confirm', 'confirm', async ({ accounts }, call, action) => {
    const { password, code = '' } = await readForm(call, forms.confirmationForm, action);
    const { secret, address } = call;
    await confirmByPassword(accounts, call.session, { secret, password, code, address });
  }),
  post('confirm/options', 'confirm', async ({ accounts }, { secret, address }) =>
    json(await passkeys.askForSignIn(accounts, { browser: secret, address })),
  ),
  post('confirm/passkey', 'confirm', async ({ accounts }, call, action) => {
    const { credential } = await readForm(call, forms.credentialForm, action);
    const asked = { browser: call.secret, credential: parsed(credential), address: call.address };
    const user = await passkeys.userOfPasskey(accounts, asked).catch(asCannot);
    if (user.id !== call.userId)
      throw new Refusal('cannot', 'Cannot confirm: the passkey is of another account');
    await confirm(accounts, { secret: call.secret, userId: user.id, how: 'passkey' });
  }),
  confirmed('codes/begin', 'turn codes on', async ({ accounts }, { session, secret }) =>
    json(present.presentNewCodes(await codes.beginCodes(accounts, session.user, secret))),
  ),
  confirmed('codes/confirm', 'turn codes on', async ({ accounts }, call, action) => {
    const { code } = await readForm(call, forms.codeForm, action);
    const shown = { browser: call.secret, code };
    return json({ recovery_codes: await codes.confirmCodes(accounts, call.session.user, shown) });
  }),
  confirmed('codes/remove', 'turn codes off', async ({ accounts }, { userId, secret }) => {
    await codes.removeCodes(accounts, userId, secret);
  }),
  confirmed('recovery-codes', 'make recovery codes', async ({ accounts }, { userId, secret }) =>
    json({ recovery_codes: await codes.renewRecoveryCodes(accounts, userId, secret) }),
  ),
  confirmed('passkeys/options', 'add passkey', async ({ accounts, instance }, { secret, session }) => {
    const asked = { browser: secret, instanceName: instance.name };
    return json(await passkeys.askForPasskey(accounts, session.user, asked));
  }),
  confirmed('passkeys/create', 'add passkey', async ({ accounts }, call, action) => {
    const { credential, name } = await readForm(call, forms.passkeyForm, action);
    const made = { browser: call.secret, credential: parsed(credential), name };
    await passkeys.addPasskey(accounts, call.session.user, made);
  }),
  confirmed('passkeys/rename', 'rename passkey', async ({ accounts }, call, action) => {
    const renamed = await readForm(call, forms.passkeyNameForm, action);
    await passkeys.renamePasskey(accounts, call.secret, renamed);
  }),
  confirmed('passkeys/remove', 'remove passkey', async ({ accounts }, call, action) => {
    const { id } = await readForm(call, forms.textIdForm, action);
    await passkeys.removePasskey(accounts, call.secret, id);
  }),
  get('sessions', 'list sessions', async ({ accounts }, { userId, secret }) =>
    json((await listSessions(accounts, userId, secret)).map(present.presentSession)),
  ),
  post('sessions/end', 'end session', async ({ accounts }, call, action) => {
    const { id } = await readForm(call, forms.textIdForm, action);
    await endOneSession(accounts, call.secret, id);
  }),
  post('sessions/end-others', 'end sessions', async ({ accounts }, { secret }) =>
    json({ ended: await endOtherSessions(accounts, secret) }),
  ),
  post('sign-out', 'sign out', async ({ accounts }, call) => {
    await endSession(accounts, call.secret);
    return withoutSession({ accounts, call }, noContent());
  }),
  post('password', 'change password', async ({ accounts }, call, action) => {
    const { current, password } = await readForm(call, forms.passwordForm, action);
    const change = { secret: call.secret, current, password, place: placeOf(call) };
    const secret = await changePassword(accounts, change);
    const response = noContent();
    response.headers.append('Set-Cookie', cookieHeader({ accounts, call }, secret, sessionLifeMs));
    return response;
  }),
  confirmed('delete', 'delete account', async (house, call) => {
    await deleteOwnAccount(house, call);
    return withoutSession({ accounts: house.accounts, call }, noContent());
  }),
  get('apps', 'list apps', async ({ accounts }, { userId }) =>
    json((await apps.connectedApps(accounts, userId)).map(present.presentApp)),
  ),
  post('apps/remove', 'remove app', async ({ accounts }, call, action) => {
    const { id } = await readForm(call, forms.textIdForm, action);
    await apps.removeApp(accounts, call.userId, id);
  }),
];

async function showMe({ accounts }: FervorHouse, { userId }: UserCall): Promise<Response> {
  const user = await findUserById(accounts, userId);
  if (!user) throw new Refusal('unauthenticated', 'Cannot get account: it is gone');
  return json(present.presentMe(user));
}

function get(path: string, action: string, handle: SessionHandler): ExtensionRoute {
  return ['GET', `${base}/${path}`, 'read', bySession(action, handle)];
}

function post(path: string, action: string, handle: SessionHandler): ExtensionRoute {
  return ['POST', `${base}/${path}`, 'write', bySession(action, handle)];
}

function confirmed(path: string, action: string, handle: SessionHandler): ExtensionRoute {
  return post(path, action, ifConfirmed(handle));
}

function parsed(credential: string): unknown {
  try {
    return JSON.parse(credential);
  } catch {
    throw new Refusal('invalid', 'Cannot read passkey: credential is not JSON');
  }
}

/** A 401 here would mean that the session has ended. */
function asCannot(error: unknown): never {
  if (error instanceof Refusal && error.code === 'unauthenticated')
    throw new Refusal('cannot', error.message);
  throw error;
}
