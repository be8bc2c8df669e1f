// The extension app.courant.app-passwords: only for a person in a browser, because an app that could make passwords could let others in.
import { appPasswordCreation } from '@courant/protocol';
import { createAppPassword, listAppPasswords, revokeAppPassword } from '../../../accounts/app-passwords.ts';
import type { ExtensionRoute } from '../handler.ts';
import { readForm, requireId } from '../input.ts';
import { json } from '../present.ts';
import { presentAppPassword } from '../present-app-passwords.ts';
import { bySession, ifConfirmed, type SessionHandler } from './session-call.ts';

const base = '/api/app.courant.app-passwords/v1/app-passwords';

const list = bySession('list app passwords', async ({ accounts }, { userId }) =>
  json((await listAppPasswords(accounts, userId)).map(presentAppPassword)),
);

/** An app password lets its holder in without a second factor. */
const makeOne: SessionHandler = async ({ accounts }, call, action) => {
  const { name } = await readForm(call, appPasswordCreation, action);
  const { appPassword, password } = await createAppPassword(accounts, call.session.user, {
    name,
    session: call.secret,
  });
  return json({ ...presentAppPassword(appPassword), password });
};
const create = bySession('create app password', ifConfirmed(makeOne));

const revoke = bySession('revoke app password', async ({ accounts }, call, action) => {
  await revokeAppPassword(accounts, call.userId, requireId(call, action));
});

export const appPasswordsRoutes: readonly ExtensionRoute[] = [
  ['GET', base, 'read', list],
  ['POST', base, 'write', create],
  ['POST', `${base}/:id/revoke`, 'write', revoke],
];
