// What an app can discover about this server (RFC 8414).
import type { AccountsOptions } from '../../accounts/options.ts';
import { allScopes } from '../../model/scope.ts';
import { WholeResponse } from '../whole-response.ts';
import { authorizePath, ownPaths } from './paths.ts';
import { grantsTold } from './present.ts';

/** An hour: long enough to save requests, short enough after a change of settings. */
const MAX_AGE_SECONDS = 3600;

/** Built from the configuration, never from the Host header: anybody who forges that could send apps elsewhere. */
export function metadata(accounts: AccountsOptions): Response {
  const { publicUrl } = accounts;
  const secretMethods = ['client_secret_basic', 'client_secret_post'];
  const body = {
    issuer: publicUrl,
    authorization_endpoint: publicUrl + authorizePath,
    token_endpoint: publicUrl + ownPaths.token,
    registration_endpoint: publicUrl + ownPaths.register,
    revocation_endpoint: publicUrl + ownPaths.revoke,
    introspection_endpoint: publicUrl + ownPaths.introspect,
    scopes_supported: allScopes,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: grantsTold(accounts),
    token_endpoint_auth_methods_supported: [...secretMethods, 'none'],
    revocation_endpoint_auth_methods_supported: [...secretMethods, 'none'],
    introspection_endpoint_auth_methods_supported: [...secretMethods, 'none'],
    code_challenge_methods_supported: ['S256'],
  };
  return WholeResponse.json(body, { headers: { 'Cache-Control': `public, max-age=${MAX_AGE_SECONDS}` } });
}
