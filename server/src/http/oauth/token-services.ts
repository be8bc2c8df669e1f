// What an app can do with a token that it has: revoke it (RFC 7009), or ask what it is good for (RFC 7662).
import { introspectToken, revokeToken } from '../../accounts/connected-apps.ts';
import type { AccountsOptions } from '../../accounts/options.ts';
import type { App } from '../../model/app.ts';
import { Refusal } from '../../model/refusal.ts';
import { readForm } from '../form.ts';
import type { Call } from '../routing.ts';
import { readApp } from './credentials.ts';
import { presentIntrospection, secretJson } from './present.ts';

/** RFC 7009 §2.2: an unknown token is as good as revoked. Nobody reads the body, but simple-oauth2 needs it to be JSON. */
export async function revoke(accounts: AccountsOptions, call: Call): Promise<Response> {
  const { app, token } = await readTokenCall(accounts, call, 'revoke token');
  await revokeToken(accounts, app, token);
  return secretJson({});
}

export async function introspect(accounts: AccountsOptions, call: Call): Promise<Response> {
  const { app, token } = await readTokenCall(accounts, call, 'introspect token');
  const found = await introspectToken(accounts, app, token);
  return secretJson(presentIntrospection(found, { appId: app.id, issuer: accounts.publicUrl }));
}

async function readTokenCall(
  accounts: AccountsOptions,
  call: Call,
  action: string,
): Promise<{ app: App; token: string }> {
  const form = await readForm(call.request, action);
  if (form.token === undefined) throw new Refusal('invalid', `Cannot ${action}: token is missing`);
  return { token: form.token, app: await readApp(accounts, call, form) };
}
