// Who calls, and whether that is allowed.
import { type Authenticated, authenticate } from '../../accounts/authenticate.ts';
import type { AccountsOptions } from '../../accounts/options.ts';
import { Refusal } from '../../model/refusal.ts';
import type { Scope } from '../../model/scope.ts';
import type { Call } from '../routing.ts';

/**
 * On whose behalf a call is made. Only the header counts: a token in a URL ends up in logs (RFC 6750 §5.3).
 * Throws Refusal `unauthenticated` or `forbidden`.
 */
export async function requireAccess(
  accounts: AccountsOptions,
  call: Call,
  scope: Scope,
): Promise<Authenticated> {
  const token = requireToken(call);
  const access = await authenticate(accounts, token);
  if (!access) {
    throw new Refusal('unauthenticated', 'Cannot answer: the access token is unknown, expired or revoked');
  }
  if (!access.scope.includes(scope)) {
    throw new Refusal('forbidden', `Cannot answer: the access token lacks the scope ${scope}`);
  }
  return access;
}

/** The token that a call carries. Throws Refusal `unauthenticated`. */
export function requireToken(call: Call): string {
  const token = bearerToken(call.request.headers.get('Authorization'));
  if (token === undefined)
    throw new Refusal('unauthenticated', 'Cannot answer: the request carries no access token');
  return token;
}

/** RFC 9110 §11.1: the scheme is compared without regard to case. */
function bearerToken(header: string | null): string | undefined {
  return /^bearer +([A-Za-z0-9\-._~+/]+=*) *$/i.exec(header ?? '')?.[1];
}
