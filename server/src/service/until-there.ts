// Waits for a database that does not answer when the house opens: both may have been started together, after a power cut.
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import { StoreUnavailable } from '../store/store.ts';

/** Short at first: a database that was started at the same time answers a moment later. */
const FIRST_PAUSE_MS = 500;
/** No longer, so that nobody has to wait for us once the database answers. */
const LONGEST_PAUSE_MS = 5_000;
/** How often a long wait is logged: a line for each try would bury those that say why the database does not answer. */
const TELL_EVERY_MS = 60_000;
/** Opening a house takes less, unless the schema is being changed or the database does not respond. */
const LATE_MS = 2_000;

interface Wait {
  clock: Clock;
  log: Log;
  /** Called once, when those who have connected already should be told that it takes longer. */
  isLate(): void;
}

/** Resolves with what `open` gives as soon as the database answers. Any other error is passed on: waiting would not help. */
export async function untilThere<T>(open: () => Promise<T>, { clock, log, isLate }: Wait): Promise<T> {
  let late = isLate;
  const tellLate = (): void => {
    late();
    late = () => {};
  };
  const cancelLate = clock.after(LATE_MS, tellLate);
  const startedAt = clock.now();
  let toldAt: number | undefined;
  try {
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(LONGEST_PAUSE_MS, 2 * pauseMs)) {
      const opened = await openUnlessAway(open);
      const waitedMs = clock.now() - startedAt;
      if (!('away' in opened)) {
        if (toldAt !== undefined) log.info('the database is there', { waitedMs });
        return opened.value;
      }
      tellLate();
      if (toldAt === undefined || clock.now() - toldAt >= TELL_EVERY_MS) {
        toldAt = clock.now();
        log.warn('waiting for the database', { waitedMs, reason: reasonOf(opened.away) });
      }
      await new Promise<void>((resolve) => clock.after(pauseMs, resolve));
    }
  } finally {
    cancelLate();
  }
}

async function openUnlessAway<T>(open: () => Promise<T>): Promise<{ value: T } | { away: StoreUnavailable }> {
  try {
    return { value: await open() };
  } catch (error) {
    if (error instanceof StoreUnavailable) return { away: error };
    throw error;
  }
}

/** What the driver or the server said, without our own layers' messages around it. */
function reasonOf({ cause, message }: StoreUnavailable): string {
  return cause instanceof Error && cause.message !== '' ? cause.message : message;
}
