// Whether the house can serve at the moment.
import { type Clock, inTime } from '../clock.ts';
import { ping } from '../store/ping.ts';
import type { Library } from './library.ts';

/**
 * How long the store may take to answer. Load balancers wait for 2 to 5 s and then know less than if they are told; a request that
 * waits for so long for one row is of no use to anybody. A store that hangs is given up by itself only after 21 s.
 */
const READY_WITHIN_MS = 2_000;

/** Whether the store answers in time. */
export async function isReady({ store }: Pick<Library, 'store'>, clock: Clock): Promise<boolean> {
  const answered = store.read(ping).then(
    () => true,
    () => false,
  );
  return (await inTime(clock, READY_WITHIN_MS, answered)) ?? false;
}
