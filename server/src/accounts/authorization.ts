// What a person is asked to allow, and the result of the answer: a grant with its code, or nothing.
import { outOfBandUri } from '../model/app.ts';
import { Refusal } from '../model/refusal.ts';
import type { Scope } from '../model/scope.ts';
import { insertCode } from '../store/accounts/codes.ts';
import { insertConsent, takeConsent } from '../store/accounts/consents.ts';
import { insertGrant } from '../store/accounts/grants.ts';
import type { WriteTx } from '../store/store.ts';
import { codeTtlMs, consentTtlMs, grantTtlMs, sentAgainMs, shownCodeTtlMs } from './limits.ts';
import type { AccountsOptions } from './options.ts';
import { hashOf, newId, newSecret } from './secrets.ts';
import { holdSession } from './sessions.ts';

/** What an app has asked for, after all of it has been validated. */
export interface AuthorizationRequest {
  appId: string;
  /** Where the code is sent: one of the app's redirect URIs, with the port that the app has actually opened. */
  redirectUri: string;
  /** As it is sent back, percent-encoded. */
  state?: { encoded: string };
  scope: readonly Scope[];
  /** PKCE, S256. */
  challenge?: string;
  /** Whether the response carries our issuer (RFC 9207). */
  namesIssuer: boolean;
}

/** The person's answer; it has a code if they allowed the request. */
interface Decision {
  request: AuthorizationRequest;
  code: string | undefined;
}

/** Stores what this session's browser is about to be asked, and returns the handle that the answer must bring back. */
export async function askConsent(
  { store }: Pick<AccountsOptions, 'store'>,
  sessionSecret: string,
  request: AuthorizationRequest,
): Promise<string> {
  const handle = newSecret('consent-handle');
  await store.write((tx) =>
    insertConsent(tx, hashOf(handle), {
      sessionHash: hashOf(sessionSecret),
      appId: request.appId,
      request: JSON.stringify(request),
      expiresAt: tx.now + consentTtlMs,
    }),
  );
  return handle;
}

/**
 * Takes the answer. Refuses with `cannot` when the question was not put to this session, was answered some seconds ago (before that, the
 * browser may have dropped what it led to), or has expired.
 */
export async function answerConsent(
  { store }: Pick<AccountsOptions, 'store'>,
  sessionSecret: string,
  { handle, isAllowed }: { handle: string; isAllowed: boolean },
): Promise<Decision> {
  return store.write(async (tx) => {
    const session = await holdSession(tx, sessionSecret);
    const asked =
      session &&
      (await takeConsent(tx, {
        sessionHash: hashOf(sessionSecret),
        handleHash: hashOf(handle),
        againMs: sentAgainMs,
      }));
    if (asked === undefined)
      throw new Refusal(
        'cannot',
        'Cannot connect app: this page was open too long or answered already; begin again in the app',
        {
          reason: 'open-too-long',
        },
      );
    const request = JSON.parse(asked) as AuthorizationRequest;
    const code = isAllowed ? await giveCode(tx, { request, userId: session?.user.id ?? 0 }) : undefined;
    return { request, code };
  });
}

/** Begins a grant and returns the code that the app exchanges for its tokens. */
export async function giveCode(
  tx: WriteTx,
  { request, userId }: { request: AuthorizationRequest; userId: number },
): Promise<string> {
  const { appId, redirectUri, scope, challenge } = request;
  const code = newSecret('authorization-code');
  const grantId = newId();
  await insertGrant(tx, { id: grantId, appId, userId, scope, redirectUri, expiresAt: tx.now + grantTtlMs });
  const ttlMs = redirectUri === outOfBandUri ? shownCodeTtlMs : codeTtlMs;
  await insertCode(tx, hashOf(code), { grantId, appId, redirectUri, challenge, expiresAt: tx.now + ttlMs });
  return code;
}
