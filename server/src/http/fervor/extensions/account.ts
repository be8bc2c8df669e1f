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
import type { ExtensionRoute, UserHandler } from '../handler.ts';
import { readForm } from '../input.ts';
import { json, noContent } from '../present.ts';
import * as present from '../present-account.ts';
import { bySession, ifConfirmed, type SessionHandler } from './session-call.ts';

const base = '/api/app.courant.account/v1';
const get = (path: string, handle: UserHandler): ExtensionRoute => ['GET', `${base}/${path}`, 'read', handle];
const post = (path: string, handle: UserHandler): ExtensionRoute => [
  'POST',
  `${base}/${path}`,
  'write',
  handle,
];

export const accountRoutes: readonly ExtensionRoute[] = [
  get('me', async ({ accounts }, { userId }) => {
    const user = await findUserById(accounts, userId);
    if (!user) throw new Refusal('unauthenticated', 'Cannot get account: it is gone');
    return json(present.presentMe(user));
  }),
  get(
    'sign-in',
    bySession('get sign-in', async ({ accounts }, { session }) => {
      const { user } = session;
      return json(
        present.presentSignIn({
          codes: await codes.codesOf(accounts, user.id),
          passkeys: await passkeys.listPasskeys(accounts, user.id),
          confirmedUntil: confirmedUntil(session, accounts.clock.now()),
        }),
      );
    }),
  ),
  post(
    'confirm',
    bySession('confirm', async ({ accounts }, call) => {
      const { password, code = '' } = await readForm(call, forms.confirmationForm, 'confirm');
      const { secret, address } = call;
      await confirmByPassword(accounts, call.session, { secret, password, code, address });
      return noContent();
    }),
  ),
  post(
    'confirm/options',
    bySession('confirm', async ({ accounts }, { secret, address }) =>
      json(await passkeys.askForSignIn(accounts, { browser: secret, address })),
    ),
  ),
  post(
    'confirm/passkey',
    bySession('confirm', async ({ accounts }, call) => {
      const { credential } = await readForm(call, forms.credentialForm, 'confirm');
      const asked = { browser: call.secret, credential: parsed(credential), address: call.address };
      const user = await passkeys.userOfPasskey(accounts, asked).catch(asCannot);
      if (user.id !== call.userId)
        throw new Refusal('cannot', 'Cannot confirm: the passkey is of another account');
      await confirm(accounts, { secret: call.secret, userId: user.id, how: 'passkey' });
      return noContent();
    }),
  ),
  post(
    'codes/begin',
    confirmed('turn codes on', async ({ accounts }, { session, secret }) =>
      json(present.presentNewCodes(await codes.beginCodes(accounts, session.user, secret))),
    ),
  ),
  post(
    'codes/confirm',
    confirmed('turn codes on', async ({ accounts }, call) => {
      const { code } = await readForm(call, forms.codeForm, 'turn codes on');
      const shown = { browser: call.secret, code };
      return json({ recovery_codes: await codes.confirmCodes(accounts, call.session.user, shown) });
    }),
  ),
  post(
    'codes/remove',
    confirmed('turn codes off', async ({ accounts }, { userId, secret }) => {
      await codes.removeCodes(accounts, userId, secret);
      return noContent();
    }),
  ),
  post(
    'recovery-codes',
    confirmed('make recovery codes', async ({ accounts }, { userId, secret }) =>
      json({ recovery_codes: await codes.renewRecoveryCodes(accounts, userId, secret) }),
    ),
  ),
  post(
    'passkeys/options',
    confirmed('add passkey', async ({ accounts, instance }, { secret, session }) => {
      const asked = { browser: secret, instanceName: instance.name };
      return json(await passkeys.askForPasskey(accounts, session.user, asked));
    }),
  ),
  post(
    'passkeys/create',
    confirmed('add passkey', async ({ accounts }, call) => {
      const { credential, name } = await readForm(call, forms.passkeyForm, 'add passkey');
      const made = { browser: call.secret, credential: parsed(credential), name };
      await passkeys.addPasskey(accounts, call.session.user, made);
      return noContent();
    }),
  ),
  post(
    'passkeys/rename',
    confirmed('rename passkey', async ({ accounts }, call) => {
      await passkeys.renamePasskey(
        accounts,
        call.secret,
        await readForm(call, forms.passkeyNameForm, 'rename passkey'),
      );
      return noContent();
    }),
  ),
  post(
    'passkeys/remove',
    confirmed('remove passkey', async ({ accounts }, call) => {
      await passkeys.removePasskey(
        accounts,
        call.secret,
        (await readForm(call, forms.textIdForm, 'remove passkey')).id,
      );
      return noContent();
    }),
  ),
  get(
    'sessions',
    bySession('list sessions', async ({ accounts }, { userId, secret }) =>
      json((await listSessions(accounts, userId, secret)).map(present.presentSession)),
    ),
  ),
  post(
    'sessions/end',
    bySession('end session', async ({ accounts }, call) => {
      await endOneSession(accounts, call.secret, (await readForm(call, forms.textIdForm, 'end session')).id);
      return noContent();
    }),
  ),
  post(
    'sessions/end-others',
    bySession('end sessions', async ({ accounts }, { secret }) =>
      json({ ended: await endOtherSessions(accounts, secret) }),
    ),
  ),
  post(
    'sign-out',
    bySession('sign out', async ({ accounts }, call) => {
      await endSession(accounts, call.secret);
      return withoutSession({ accounts, call }, noContent());
    }),
  ),
  post(
    'password',
    bySession('change password', async ({ accounts }, call) => {
      const { current, password } = await readForm(call, forms.passwordForm, 'change password');
      const change = { secret: call.secret, current, password, place: placeOf(call) };
      const secret = await changePassword(accounts, change);
      const response = noContent();
      response.headers.append('Set-Cookie', cookieHeader({ accounts, call }, secret, sessionLifeMs));
      return response;
    }),
  ),
  post(
    'delete',
    confirmed('delete account', async (house, call) => {
      await deleteOwnAccount(house, call);
      return withoutSession({ accounts: house.accounts, call }, noContent());
    }),
  ),
  get(
    'apps',
    bySession('list apps', async ({ accounts }, { userId }) =>
      json((await apps.connectedApps(accounts, userId)).map(present.presentApp)),
    ),
  ),
  post(
    'apps/remove',
    bySession('remove app', async ({ accounts }, call) => {
      await apps.removeApp(accounts, call.userId, (await readForm(call, forms.textIdForm, 'remove app')).id);
      return noContent();
    }),
  ),
];

function confirmed(action: string, handle: SessionHandler): UserHandler {
  return bySession(action, ifConfirmed(action, handle));
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
