/** Keeps the tokens of one sign-in: renews them in time, once for all calls that wait, and never loses a new one. */

import { CourantError } from './errors.ts';
import { renewalMarginMs } from './limits.ts';

export type Tokens = {
  accessToken: string;
  /** Absent where the service's tokens do not expire. */
  refreshToken?: string;
  /** Milliseconds since 1970; absent where the token does not expire. */
  expiresAt?: number;
  /** Space-delimited. */
  scope?: string;
};

export type SessionOptions = {
  tokens: Tokens | undefined;
  /** Told of every change before the new tokens are used; `undefined` when they are gone. */
  onTokens: (tokens: Tokens | undefined) => void | Promise<void>;
  /** Gets new tokens for a refresh token. */
  renew: (refreshToken: string) => Promise<Tokens>;
  now: () => number;
};

export type Session = ReturnType<typeof createSession>;

export function createSession({ tokens, onTokens, renew, now }: SessionOptions) {
  let current = tokens;
  let isSaved = true;
  let renewal: Promise<Tokens> | undefined;

  /** Takes new tokens. They are held even when saving fails, because the old ones are used up; the next call saves again. */
  async function adopt(next: Tokens | undefined): Promise<void> {
    current = next;
    isSaved = false;
    await save();
  }

  async function save(): Promise<void> {
    if (isSaved) return;
    const saving = current;
    await onTokens(saving);
    // Others may have signed in anew meanwhile.
    if (current === saving) isSaved = true;
  }

  async function renewOnce(): Promise<Tokens> {
    const used = current;
    if (used?.refreshToken === undefined) {
      throw new CourantError({
        status: 401,
        error: 'Not signed in',
        description: 'There is no refresh token',
      });
    }
    const next = await renew(used.refreshToken);
    // Signed out, or in anew, while the answer was on its way: that stands.
    if (current !== used) return next;
    await adopt({ ...(used.scope === undefined ? {} : { scope: used.scope }), ...next });
    return next;
  }

  /** New tokens in place of `stale`: those that somebody got meanwhile, or those of one call for everybody who waits. */
  async function renewed(stale: Tokens | undefined): Promise<Tokens> {
    if (renewal === undefined) {
      if (current !== undefined && current !== stale) return current;
      renewal = renewOnce().finally(() => {
        renewal = undefined;
      });
    }
    return renewal;
  }

  return {
    adopt,
    renewed,
    current: () => current,
    canRenew: () => current?.refreshToken !== undefined,

    /** The tokens to use now: saved, and not about to expire. */
    async ready(): Promise<Tokens | undefined> {
      if (renewal !== undefined) return renewal;
      await save();
      const expiresAt = current?.expiresAt ?? Number.POSITIVE_INFINITY;
      if (current?.refreshToken === undefined || now() < expiresAt - renewalMarginMs) return current;
      return renewed(current);
    },
  };
}

/** Waits for what others wait for too: an abort ends the waiting, not the thing. */
export function untilAborted<Value>(
  promise: Promise<Value>,
  signal: AbortSignal | undefined,
): Promise<Value> {
  if (signal === undefined) return promise;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
