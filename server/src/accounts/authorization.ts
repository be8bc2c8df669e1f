// What a person is asked to allow, and what comes of the answer: a grant with its code, or nothing.
import { outOfBandUri } from '../model/app.ts';
import { Refusal } from '../model/refusal.ts';
import type { Scope } from '../model/scope.ts';
import { insertCode } from '../store/codes.ts';
import { insertConsent, takeConsent } from '../store/consents.ts';
import { insertGrant } from '../store/grants.ts';
import type { WriteTx } from '../store/store.ts';
import { codeTtlMs, consentTtlMs, grantTtlMs, shownCodeTtlMs } from './limits.ts';
import type { AccountsOptions } from './options.ts';
import { hashOf, newId, newSecret } from './secrets.ts';
import { holdSession } from './sessions.ts';

/** What an app has asked for, once everything about it was found in order. */
export interface AuthorizationRequest {
  appId: string;
  /** Where the code goes: one of the app's, with the port that it has opened. */
  redirectUri: string;
  state?: string;
  scope: readonly Scope[];
  /** PKCE, S256. */
  challenge?: string;
  /** Whether the answer names us (RFC 9207). */
  namesIssuer: boolean;
}

/** The person's answer: with a code when they allowed it. */
export interface Decision {
  request: AuthorizationRequest;
  code: string | undefined;
}

/** Notes what the browser of this session is about to be asked, and gives the handle that its answer must bring back. */
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

/** Takes the answer, once. Refuses with `cannot` when the question was not put to this session, or is answered or expired. */
export async function answerConsent(
  { store, accessTokenTtlMs }: Pick<AccountsOptions, 'store' | 'accessTokenTtlMs'>,
  sessionSecret: string,
  { handle, isAllowed }: { handle: string; isAllowed: boolean },
): Promise<Decision> {
  return store.write(async (tx) => {
    const session = await holdSession(tx, sessionSecret);
    const asked = session && (await takeConsent(tx, hashOf(sessionSecret), hashOf(handle)));
    if (asked === undefined)
      throw new Refusal('cannot', 'Cannot connect app: this page was open too long or answered already', {
        reason: 'open-too-long',
      });
    const request = JSON.parse(asked) as AuthorizationRequest;
    const code = isAllowed
      ? await giveCode(tx, { request, userId: session?.user.id ?? 0, accessTokenTtlMs })
      : undefined;
    return { request, code };
  });
}

/** Begins a grant, and gives the code with which the app comes for its tokens. */
export async function giveCode(
  tx: WriteTx,
  {
    request,
    userId,
    accessTokenTtlMs,
  }: { request: AuthorizationRequest; userId: number; accessTokenTtlMs: number },
): Promise<string> {
  const { appId, redirectUri, scope, challenge } = request;
  const code = newSecret('authorization-code');
  const grantId = newId();
  const expiresAt = accessTokenTtlMs === 0 ? undefined : tx.now + grantTtlMs;
  await insertGrant(tx, { id: grantId, appId, userId, scope, redirectUri, expiresAt });
  const ttlMs = redirectUri === outOfBandUri ? shownCodeTtlMs : codeTtlMs;
  await insertCode(tx, hashOf(code), { grantId, appId, redirectUri, challenge, expiresAt: tx.now + ttlMs });
  return code;
}
