// Presents the answers of OAuth's endpoints.
import type { RegisteredClient, Registration, TokenResult } from '@courant/protocol';
import type { RegisteredApp } from '../../accounts/apps.ts';
import type { Introspection } from '../../accounts/connected-apps.ts';
import type { AccountsOptions } from '../../accounts/options.ts';
import type { Tokens } from '../../accounts/tokens.ts';
import { allScopes, scopeText } from '../../model/scope.ts';
import { WholeResponse } from '../whole-response.ts';

/** JSON that no cache may keep (RFC 6749 §5.1). */
export function secretJson(body: object, status = 200): Response {
  return new WholeResponse(JSON.stringify(body), {
    status,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'no-store',
      Pragma: 'no-cache',
    },
  });
}

export function presentTokens({ access, expiresInMs, refresh, scope }: Tokens): TokenResult {
  return {
    access_token: access,
    token_type: 'bearer',
    ...(expiresInMs === undefined ? {} : { expires_in: Math.max(1, Math.floor(expiresInMs / 1000)) }),
    ...(refresh === undefined ? {} : { refresh_token: refresh }),
    scope: scopeText(scope),
  };
}

/** The answer to a registration by form. */
export function presentRegistration({ app, secret = '' }: RegisteredApp): Registration {
  return { client_id: app.id, client_secret: secret };
}

/** The answer to a registration by JSON. */
export function presentClient(
  { app, secret }: RegisteredApp,
  { method, grants }: { method: RegisteredClient['token_endpoint_auth_method']; grants: string[] },
): RegisteredClient {
  return {
    client_id: app.id,
    client_id_issued_at: Math.floor(app.createdAt / 1000),
    ...(secret === undefined ? {} : { client_secret: secret, client_secret_expires_at: 0 }),
    redirect_uris: [...app.redirectUris],
    client_name: app.name,
    ...(app.website === undefined ? {} : { client_uri: app.website }),
    token_endpoint_auth_method: method,
    grant_types: grants,
    response_types: ['code'],
    scope: scopeText(allScopes),
  };
}

/** What apps may ask for tokens with. The password grant is for development, and not told. */
export function grantsTold({ accessTokenTtlMs }: Pick<AccountsOptions, 'accessTokenTtlMs'>): string[] {
  return ['authorization_code', ...(accessTokenTtlMs === 0 ? [] : ['refresh_token'])];
}

/** RFC 7662 §2.2: an invalid token is reported as inactive, with nothing else. */
export function presentIntrospection(
  found: Introspection | undefined,
  facts: { appId: string; issuer: string },
): object {
  if (!found) return { active: false };
  return {
    active: true,
    scope: scopeText(found.scope),
    client_id: facts.appId,
    username: found.userName,
    sub: String(found.userId),
    iss: facts.issuer,
    // The type says how an access token is used (RFC 6749 §7.1).
    ...(found.kind === 'access' ? { token_type: 'bearer' } : {}),
    ...(found.expiresAt === undefined ? {} : { exp: Math.floor(found.expiresAt / 1000) }),
  };
}
