/** Follows a stream of events through interruptions: reconnects after a pause, and continues after the last event received. */

import type { EndpointName } from '@courant/protocol';
import { CourantError, NetworkError } from './errors.ts';
import type { Open, ServerEvent } from './event-stream.ts';
import { firstPauseMs, longestPauseMs, longestRetryAfterMs } from './limits.ts';
import type { Call } from './transport.ts';

/** Why a stream was interrupted, and how long it is until the next try. */
export type Cut = {
  /** A NetworkError, or a CourantError with 429 or 5xx; absent if the service ended the stream normally. */
  error?: NetworkError | CourantError;
  pauseMs: number;
};

/** Waits; rejects with the reason of the signal if that is aborted. */
export type Pause = (ms: number, signal: AbortSignal | undefined) => Promise<void>;

export type Follow = <Name extends EndpointName>(
  call: Call<Name>,
  onCut?: (cut: Cut) => void,
) => AsyncGenerator<ServerEvent, never, undefined>;

/** Returns the function that follows streams of one service. */
export function createFollower({
  open,
  pause,
  now,
}: {
  open: Open;
  pause: Pause;
  now: () => number;
}): Follow {
  return async function* follow(call, onCut = () => {}) {
    let lastEventId: string | undefined;
    for (let failures = 0; ; failures++) {
      const openedAt = now();
      let error: Cut['error'];
      try {
        for await (const event of await open({ ...call, lastEventId })) {
          if (event.id !== '') lastEventId = event.id;
          failures = 0;
          yield event;
        }
      } catch (caught) {
        if (!isPassing(caught)) throw caught;
        error = caught;
      }
      // A stream without events counts as a success too, if it was open for a while.
      if (now() - openedAt > longestPauseMs) failures = 0;
      const cut = cutBy(error, failures);
      onCut(cut);
      await pause(cut.pauseMs, call.signal);
    }
  };
}

/** Shortened at random by up to a half, so that clients that lost a service at the same time do not all come back at once. */
export function pauseByChance(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(
      () => {
        signal?.removeEventListener('abort', abort);
        resolve();
      },
      ms * (1 - Math.random() / 2),
    );
    signal?.addEventListener('abort', abort, { once: true });
  });
}

/** Errors that waiting is likely to cure; an invalid token or cursor is not one. */
function isPassing(error: unknown): error is NetworkError | CourantError {
  if (error instanceof CourantError) return error.status === 429 || error.status >= 500;
  return error instanceof NetworkError;
}

function cutBy(error: Cut['error'], failures: number): Cut {
  const own = Math.min(firstPauseMs * 2 ** failures, longestPauseMs);
  if (error === undefined) return { pauseMs: own };
  const seconds = error instanceof CourantError ? (error.retryAfterSeconds ?? 0) : 0;
  return { error, pauseMs: Math.max(own, Math.min(seconds * 1000, longestRetryAfterMs)) };
}
