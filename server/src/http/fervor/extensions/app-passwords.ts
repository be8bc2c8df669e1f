// The extension app.courant.app-passwords: for a person in a browser. An app that could make passwords could let others in.
import { appPasswordCreation } from '@courant/protocol';
import { createAppPassword, listAppPasswords, revokeAppPassword } from '../../../accounts/app-passwords.ts';
import { findSession, isSessionSecret } from '../../../accounts/sessions.ts';
import { Refusal } from '../../../model/refusal.ts';
import type { User } from '../../../model/user.ts';
import type { ExtensionRoute, FervorHouse, UserCall, UserHandler } from '../handler.ts';
import { requireId } from '../ids.ts';
import { readForm } from '../input.ts';
import { json, noContent } from '../present.ts';
import { presentAppPassword } from '../present-app-passwords.ts';

const base = '/api/app.courant.app-passwords/v1/app-passwords';

export const appPasswordsRoutes: readonly ExtensionRoute[] = [
  { method: 'GET', path: base, scope: 'read', handle: list },
  { method: 'POST', path: base, scope: 'write', handle: create },
  { method: 'POST', path: `${base}/:id/revoke`, scope: 'write', handle: revoke },
];

async function list(...[house, call]: Parameters<UserHandler>): Promise<Response> {
  const user = await requirePerson(house, call, 'list app passwords');
  return json((await listAppPasswords(house.accounts, user.id)).map(presentAppPassword));
}

async function create(...[house, call]: Parameters<UserHandler>): Promise<Response> {
  const action = 'create app password';
  const user = await requirePerson(house, call, action);
  const { name } = await readForm(call, appPasswordCreation, action);
  const { appPassword, password } = await createAppPassword(house.accounts, user, name);
  return json({ ...presentAppPassword(appPassword), password });
}

async function revoke(...[house, call]: Parameters<UserHandler>): Promise<Response> {
  const action = 'revoke app password';
  const user = await requirePerson(house, call, action);
  await revokeAppPassword(house.accounts, user.id, requireId(call.params, action));
  return noContent();
}

/** Throws Refusal `forbidden` for an app with a token, whatever its scope. */
async function requirePerson({ accounts }: FervorHouse, { secret }: UserCall, action: string): Promise<User> {
  const session = isSessionSecret(secret) ? await findSession(accounts, secret) : undefined;
  if (session) return session.user;
  throw new Refusal('forbidden', `Cannot ${action}: only a person who is signed in on this server may`);
}
