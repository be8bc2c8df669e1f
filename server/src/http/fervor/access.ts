// Finds out who is calling, and whether they may.
import { authenticate } from '../../accounts/authenticate.ts';
import type { AccountsOptions } from '../../accounts/options.ts';
import { findSession, isSessionSecret } from '../../accounts/sessions.ts';
import type { Doer } from '../../model/doer.ts';
import { Refusal } from '../../model/refusal.ts';
import { allScopes, type Scope } from '../../model/scope.ts';
import { readCookie } from '../cookies.ts';
import { originOf } from '../origin.ts';
import type { Call } from '../routing.ts';

/** On whose behalf a call is made, and the proof: an app's token, or a browser's session. */
export interface Access {
  userId: number;
  scope: readonly Scope[];
  /** The token or session secret. */
  secret: string;
  doer: Doer;
  /** Until this time the access holds as long as nothing is committed; undefined where it is looked up each time. */
  goodUntil: number | undefined;
  /** A text that stays the same as long as nothing of the user's has changed. */
  standing: string;
}

/**
 * An app sends a token, and only in the header: a token in a URL ends up in logs (RFC 6750 §5.3). The web reader sends its browser's
 * session, and may then do whatever an app with every scope may (docs/notes/reader-session.md). Throws Refusal `unauthenticated` or
 * `forbidden`.
 */
export async function requireAccess(accounts: AccountsOptions, call: Call, scope: Scope): Promise<Access> {
  const access = bringsToken(call)
    ? await accessByToken(accounts, call)
    : await accessBySession(accounts, call);
  if (!access.scope.includes(scope)) {
    throw new Refusal('forbidden', `Cannot answer: the access token lacks the scope ${scope}`);
  }
  return access;
}

async function accessByToken(accounts: AccountsOptions, call: Call): Promise<Access> {
  const secret = bearerToken(call.request.headers.get('Authorization'));
  if (secret === undefined) throw missing(call);
  const found = await authenticate(accounts, secret);
  if (!found) {
    throw new Refusal('unauthenticated', 'Cannot answer: the access token is unknown, expired or revoked');
  }
  const { userId, scope, appId, goodUntil, standing } = found;
  return { userId, scope, secret, doer: { kind: 'app', appId }, goodUntil, standing };
}

/**
 * Of another kind are passwords that a proxy in front has asked for (Basic, Negotiate): browsers send them with every request, and most
 * proxies hand them on.
 */
function bringsToken({ request }: Call): boolean {
  return /^bearer\b/i.test(request.headers.get('Authorization') ?? '');
}

/**
 * The cookie counts for our own pages only. Browsers name the origin of every request that changes something. A same-origin GET over an
 * unencrypted connection may come without one, and no other origin could read its answer.
 */
async function accessBySession(accounts: AccountsOptions, call: Call): Promise<Access> {
  const secret = readCookie({ accounts, call });
  if (secret === undefined || !isSessionSecret(secret)) throw missing(call);
  const origin = originOf(accounts, call);
  if (origin === 'other') throw missing(call);
  const session = await findSession(accounts, secret);
  if (!session) throw new Refusal('unauthenticated', 'Cannot answer: nobody is signed in here any more');
  // A page of ours whose origin a proxy has removed would sign in again and again if it were told that nobody is signed in.
  if (origin === 'unknown' && call.request.method === 'POST')
    throw new Refusal(
      'forbidden',
      `Cannot answer: the request does not say that it comes from ${accounts.publicUrl}`,
    );
  const { user, standing } = session;
  const doer = { kind: 'reader' } as const;
  return { userId: user.id, scope: allScopes, secret, doer, goodUntil: undefined, standing };
}

function missing({ request }: Call): Refusal {
  const what = request.headers.has('Authorization')
    ? 'the Authorization header has another form, must be Bearer and an access token'
    : 'the request carries no access token';
  return new Refusal('unauthenticated', `Cannot answer: ${what}`);
}

/** RFC 9110 §11.1: the scheme is case-insensitive. */
function bearerToken(header: string | null): string | undefined {
  return /^bearer +([A-Za-z0-9\-._~+/]+=*) *$/i.exec(header ?? '')?.[1];
}
