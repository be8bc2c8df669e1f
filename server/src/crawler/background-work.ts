// Work in the background that one node of an instance does at a time, portion by portion, with pauses for everybody else.
import { randomUUID } from 'node:crypto';
import { layDownDuty, takeDuty } from '../store/duties.ts';
import type { WriteTx } from '../store/store.ts';
import type { Equipment } from './equipment.ts';
import { pause } from './pause.ts';

export interface BackgroundWork {
  /** Continues where the last run was stopped; ends by itself if no more work can come. */
  start(): void;
  stop(): Promise<void>;
}

/** Whether this node may do the next portion; asked in the transaction that records it. */
export type MayGoOn = (tx: WriteTx) => Promise<boolean>;

interface Work {
  /** Which node does it is kept under this name. */
  duty: string;
  /** What the log says of a failure. */
  failure: string;
  /** Another node takes over when this one has done nothing for so long. */
  dutyMs: number;
  /** Does one portion. Resolves to how long to wait before the next; undefined: nothing is left. */
  portion(mayGoOn: MayGoOn, calledOff: AbortSignal): Promise<number | undefined>;
}

type Needed = Pick<Equipment, 'store' | 'clock' | 'log'>;

export function openBackgroundWork({ store, clock, log }: Needed, work: Work): BackgroundWork {
  const stopping = new AbortController();
  const duty = { name: work.duty, holder: randomUUID() };
  const mayGoOn: MayGoOn = (tx) => takeDuty(tx, duty, work.dutyMs);
  let running = Promise.resolve();
  const run = async (): Promise<void> => {
    try {
      while (!stopping.signal.aborted) {
        const waitMs = await work.portion(mayGoOn, stopping.signal);
        if (waitMs === undefined) break;
        await pause(clock, waitMs, stopping.signal);
      }
    } finally {
      // After a failure, too: another node may be able to go on, and would find the duty taken each time.
      await store.write((tx) => layDownDuty(tx, duty));
    }
  };
  /** Tries again after a rest: the store will come back, and code that could not be loaded can be. */
  const runAnyway = async (): Promise<void> => {
    for (;;) {
      try {
        return await run();
      } catch (error) {
        log.error(work.failure, { error });
        if (stopping.signal.aborted) return;
        await pause(clock, work.dutyMs, stopping.signal);
      }
    }
  };
  return {
    start() {
      running = runAnyway();
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
