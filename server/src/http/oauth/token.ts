// Issues tokens: for a code, a refresh token, or (for development) a password.
import { check, readScopes, type TokenRequest, tokenRequest } from '@courant/protocol';
import type { AccountsOptions } from '../../accounts/options.ts';
import { exchangeCode, exchangePassword, refreshTokens, type Tokens } from '../../accounts/tokens.ts';
import type { App } from '../../model/app.ts';
import { readForm } from '../form.ts';
import type { Call } from '../routing.ts';
import { readApp } from './credentials.ts';
import { errorResponse } from './errors.ts';
import { presentTokens, secretJson } from './present.ts';

const action = 'give tokens';

/**
 * The order of checks is part of the contract: form, grant_type, missing fields, the app's credentials, and only then the grant. A code
 * must survive a failed authentication, because some clients try Basic first and the body next.
 */
export async function giveTokens(accounts: AccountsOptions, call: Call): Promise<Response> {
  const form = await readForm(call.request, action);
  if (form.grant_type === 'password' && !accounts.passwordGrant)
    return errorResponse(400, 'unsupported_grant_type', 'Cannot give tokens: the password grant is off');
  const read = check(tokenRequest, form, action);
  if (!read.ok) return errorResponse(400, read.error ?? 'invalid_request', read.message);
  const app = await readApp(accounts, call, form);
  const tokens = await give(accounts, { app, asked: read.value, call });
  return secretJson(presentTokens(tokens));
}

function give(
  accounts: AccountsOptions,
  { app, asked, call }: { app: App; asked: TokenRequest; call: Call },
): Promise<Tokens> {
  switch (asked.grant_type) {
    case 'authorization_code': {
      const { code, redirect_uri: redirectUri, code_verifier: verifier, standard: isStandard } = asked;
      return exchangeCode(accounts, { app, code, redirectUri, verifier, isStandard });
    }
    case 'refresh_token': {
      const { refresh_token: refreshToken, redirect_uri: redirectUri } = asked;
      return refreshTokens(accounts, { app, refreshToken, redirectUri, signal: call.request.signal });
    }
    case 'password': {
      const { username: name, password, redirect_uri: redirectUri } = asked;
      const scope = readScopes(asked.scope);
      const { address } = call;
      return exchangePassword(accounts, { app, name, password, redirectUri, scope, address });
    }
  }
}
