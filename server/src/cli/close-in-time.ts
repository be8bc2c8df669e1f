// Bounds the end of the service: supervisors kill what has not stopped after twenty seconds, and call that a failure.
import { type Clock, inTime } from '../clock.ts';
import type { Log } from '../log.ts';

/**
 * Requests and visits under way get ten seconds of it (twelve on a slow board). What then remains waits for a database that hangs; its
 * connections are lost with the process, and the server undoes what was not committed.
 */
const CLOSING_MS = 15_000;

/** Whether it was closed. If not, something still waits, and keeps the process. */
export async function closeInTime(
  close: () => Promise<void>,
  { clock, log }: { clock: Clock; log: Log },
): Promise<boolean> {
  const closed = close().then(() => true);
  const isClosed = (await inTime(clock, CLOSING_MS, closed)) ?? false;
  if (!isClosed) log.warn('did not close in time', { afterMs: CLOSING_MS });
  return isClosed;
}
