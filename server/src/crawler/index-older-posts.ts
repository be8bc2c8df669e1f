// Gives words to the posts that are older than the search, in the background: the house is open meanwhile, and a search finds
// what has words already, the newest posts first.
import { randomUUID } from 'node:crypto';
import { layDownDuty, takeDuty } from '../store/duties.ts';
import { indexOlderPosts } from '../store/search-index.ts';
import { StoreUnavailable } from '../store/store.ts';
import type { Equipment } from './equipment.ts';
import { indexing } from './limits.ts';
import { pause } from './turns.ts';

export interface Indexing {
  /** Goes on where the last run was stopped; ends by itself when no post is left. */
  start(): void;
  stop(): Promise<void>;
}

export function openIndexing({ store, clock, log }: Pick<Equipment, 'store' | 'clock' | 'log'>): Indexing {
  const stopping = new AbortController();
  let running = Promise.resolve();
  const duty = { name: 'index older posts', holder: randomUUID() };
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const isOurs = await store.write((tx) => takeDuty(tx, duty, indexing.dutyMs));
      if (isOurs && !(await store.write((tx) => indexOlderPosts(tx, indexing.posts)))) break;
      await pause(clock, isOurs ? indexing.pauseMs : indexing.dutyMs, stopping.signal);
    }
    await store.write((tx) => layDownDuty(tx, duty));
  };
  /** A store that is away comes back. */
  const runAnyway = async (): Promise<void> => {
    for (;;) {
      try {
        return await run();
      } catch (error) {
        log.error('indexing failed', { error });
        if (stopping.signal.aborted || !(error instanceof StoreUnavailable)) return;
        await pause(clock, indexing.dutyMs, stopping.signal);
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
