// Whether to believe the clock: what is deleted for its age does not come back when the clock is set right.
import type { Log } from '../log.ts';
import { clockSlackMs } from '../store/clock-slack.ts';
import { readFact, writeFact } from '../store/facts.ts';
import type { ReadTx, Store, WriteTx } from '../store/store.ts';

const SWEPT_AT = 'swept at';
const LEFT_OUT = 'sweeps left out';
const LEFT_OUT_AT = 'sweep left out at';
/** After this either the service was off, or the clock is ahead. */
const LONGEST_GAP_MS = 7 * 86_400_000;
/** Hourly sweeps that are left out: a wrong clock is mostly set right within a day. After that it is believed. */
const MOST_LEFT_OUT = 24;
/** A little less than the time between two sweeps. Where the power fails, a service may start 24 times in a few minutes. */
const SHORTEST_GAP_MS = 50 * 60_000;

/** To be asked before each sweep: whether to leave it out. Each node and each start goes on with the count of the one before. */
export function openClockDoubts({ store, log }: { store: Store; log: Log }): () => Promise<boolean> {
  return () =>
    store.write(async (tx) => {
      const aheadMs = await sinceLastSweep(tx);
      const leftOut = Number((await readFact(tx, LEFT_OUT)) ?? 0);
      // The last sweep can only be ahead if the clock was, or is behind now, as on a machine that keeps no time while it is off.
      const isFar = aheadMs > LONGEST_GAP_MS || aheadMs < -clockSlackMs;
      const isNext = await isHourOn(tx);
      if (isFar && !(isNext && leftOut >= MOST_LEFT_OUT)) {
        if (leftOut === 0)
          log.warn('the clock is far from the last sweep: nothing is deleted for a day', { aheadMs });
        if (isNext) {
          await writeFact(tx, LEFT_OUT, String(leftOut + 1));
          await writeFact(tx, LEFT_OUT_AT, String(tx.now));
        }
        return true;
      }
      await noteSweep(tx);
      return false;
    });
}

/** Not a number before the first. */
async function sinceLastSweep(tx: ReadTx): Promise<number> {
  return tx.now - Number(await readFact(tx, SWEPT_AT));
}

/** Whether the last sweep that was left out is so long ago that this one counts. */
async function isHourOn(tx: ReadTx): Promise<boolean> {
  const at = await readFact(tx, LEFT_OUT_AT);
  return at === undefined || Math.abs(tx.now - Number(at)) >= SHORTEST_GAP_MS;
}

async function noteSweep(tx: WriteTx): Promise<void> {
  await writeFact(tx, SWEPT_AT, String(tx.now));
  await writeFact(tx, LEFT_OUT, '0');
}
