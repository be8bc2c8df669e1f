// Tends the search index in the background: indexes posts from before there was a search, the newest first, while searches find those
// that are indexed already; and merges the pieces of the index when there are many.
import { randomUUID } from 'node:crypto';
import { layDownDuty, takeDuty } from '../store/duties.ts';
import { indexOlderPosts } from '../store/search/search-index.ts';
import { mergeIndex } from '../store/search/search-merging.ts';
import { StoreUnavailable, type WriteTx } from '../store/store.ts';
import { whileNobodyWaits } from '../store/turn.ts';
import type { Equipment } from './equipment.ts';
import { indexing } from './limits.ts';
import { pause } from './pause.ts';

interface Indexing {
  /** Continues where the last run was stopped; ends by itself if no more work can come. */
  start(): void;
  stop(): Promise<void>;
}

type Needed = Pick<Equipment, 'store' | 'clock' | 'log' | 'arePeopleHere'>;

export function openIndexing({ store, clock, log, arePeopleHere }: Needed): Indexing {
  const stopping = new AbortController();
  let running = Promise.resolve();
  const duty = { name: 'index older posts', holder: randomUUID() };
  /** Does one portion of work. Returns how long to wait before the next; undefined: nothing is left. */
  const portion = async (tx: WriteTx): Promise<number | undefined> => {
    if (!(await takeDuty(tx, duty, indexing.dutyMs))) return indexing.dutyMs;
    const goesOn = await whileNobodyWaits(
      tx,
      async () => (await indexOlderPosts(tx, indexing.posts)) || mergeIndex(tx),
    );
    if (goesOn) return arePeopleHere() ? indexing.pauseForPeopleMs : indexing.pauseMs;
    return tx.dialect.search.merged.length === 0 ? undefined : indexing.lookMs;
  };
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const waitMs = await store.write(portion);
      if (waitMs === undefined) break;
      await pause(clock, waitMs, stopping.signal);
    }
    await store.write((tx) => layDownDuty(tx, duty));
  };
  /** Tries again when the store is unavailable: it will come back. */
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
