// Waits by the clock.
import type { Clock } from '../clock.ts';

/** Ends early when it is called off, as when the crawler closes. */
export function pause(clock: Clock, ms: number, calledOff: AbortSignal): Promise<void> {
  if (calledOff.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const done = (): void => {
      cancel();
      calledOff.removeEventListener('abort', done);
      resolve();
    };
    const cancel = clock.after(ms, done);
    calledOff.addEventListener('abort', done);
  });
}
