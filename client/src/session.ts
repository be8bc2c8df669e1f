/** Keeps the tokens of one sign-in: renews them in time, once for all waiting calls, and never loses new ones. */

import { CourantError } from './errors.ts';
import { keepTokens } from './kept-tokens.ts';
import { renewalMarginMs } from './limits.ts';

export type Tokens = {
  accessToken: string;
  /** Absent if the service's tokens do not expire. */
  refreshToken?: string;
  /** Milliseconds since 1970; absent where the token does not expire. */
  expiresAt?: number;
  /** Space-delimited. */
  scope?: string;
};

/** What clients need that use the same tokens, such as those in the tabs of a browser. */
export type Sharing = {
  /** The tokens last saved by any of them; undefined: signed out. */
  load: () => Tokens | undefined | Promise<Tokens | undefined>;
  /** Renews while none of the others does: `async (renew) => navigator.locks.request('tokens', renew)`. */
  inTurn: (renew: () => Promise<Tokens>) => Promise<Tokens>;
};

export type SessionOptions = {
  tokens: Tokens | undefined;
  /** Called with every change before the new tokens are used; with `undefined` when they are gone. */
  onTokens: (tokens: Tokens | undefined) => void | Promise<void>;
  /** Gets new tokens for a refresh token. */
  renew: (refreshToken: string) => Promise<Tokens>;
  now: () => number;
  sharing?: Sharing | undefined;
};

export type Session = ReturnType<typeof createSession>;

/** Holds the tokens of one sign-in, renews them before they expire or when they are refused, and tells `onTokens` of each change. */
export function createSession({ tokens, onTokens, renew, now, sharing }: SessionOptions) {
  const kept = keepTokens(tokens, onTokens);
  let renewal: Promise<Tokens> | undefined;

  /** New tokens in place of `stale`: those renewed in the meantime, or those of one renewal that all waiting calls share. */
  async function renewed(stale: Tokens | undefined): Promise<Tokens> {
    const current = kept.current();
    if (renewal === undefined && current !== stale) {
      await kept.saved();
      return inUse();
    }
    renewal ??= (sharing ? sharing.inTurn(renewOrTake) : renewOnce()).finally(() => {
      renewal = undefined;
    });
    return renewal;
  }

  /** Takes what another client has saved meanwhile: the service would treat a second use of the old token as theft. */
  async function renewOrTake(): Promise<Tokens> {
    // Tokens that could not be saved are newer than the stored ones.
    await kept.saved();
    const used = kept.current();
    const saved = await sharing?.load();
    if (used === undefined || saved?.refreshToken === used.refreshToken) return renewOnce();
    kept.take(saved, used);
    return wantsRenewal(inUse()) ? renewOnce() : inUse();
  }

  async function renewOnce(): Promise<Tokens> {
    const used = kept.current();
    if (used?.refreshToken === undefined) throw signedOut();
    const next = await renew(used.refreshToken);
    // A sign-out, or another sign-in, while the answer was on its way takes precedence.
    if (kept.current() === used) {
      await kept.adopt({ ...(used.scope === undefined ? {} : { scope: used.scope }), ...next });
    }
    return inUse();
  }

  function inUse(): Tokens {
    const current = kept.current();
    if (current === undefined) throw signedOut();
    return current;
  }

  function wantsRenewal({ refreshToken, expiresAt = Number.POSITIVE_INFINITY }: Tokens): boolean {
    return refreshToken !== undefined && now() >= expiresAt - renewalMarginMs;
  }

  return {
    adopt: kept.adopt,
    current: kept.current,
    renewed,
    canRenew: () => kept.current()?.refreshToken !== undefined,

    /** The tokens to use now: saved, and not about to expire. */
    async ready(): Promise<Tokens | undefined> {
      if (renewal !== undefined) return renewal;
      await kept.saved();
      const current = kept.current();
      return current !== undefined && wantsRenewal(current) ? renewed(current) : current;
    },
  };
}

function signedOut(): CourantError {
  return new CourantError({ status: 401, error: 'Not signed in', description: 'There is no refresh token' });
}

/** Waits for something that others wait for too: an abort ends the waiting, not the thing itself. */
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
