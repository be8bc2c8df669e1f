// Tends the search index in the background: indexes posts and articles from before they were searched, the newest first, while searches find those
// that are indexed already; and merges the pieces of the index when there are many.
import { randomUUID } from 'node:crypto';
import { layDownDuty, takeDuty } from '../store/duties.ts';
import { indexArticles, indexOlderPosts } from '../store/search/search-index.ts';
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

export function openIndexing(needed: Needed): Indexing {
  const { store, clock, log, arePeopleHere } = needed;
  const stopping = new AbortController();
  const patience = openPatience(needed, stopping.signal);
  let running = Promise.resolve();
  const duty = { name: 'index older posts', holder: randomUUID() };
  let isMerging = false;
  const merge = async (tx: WriteTx): Promise<boolean> => {
    isMerging = await mergeIndex(tx);
    if (!isMerging) patience.renew();
    return isMerging;
  };
  /** Does one portion of work. Returns how long to wait before the next; undefined: nothing is left. */
  const portion = async (tx: WriteTx): Promise<number | undefined> => {
    if (!(await takeDuty(tx, duty, indexing.dutyMs))) return indexing.dutyMs;
    const goesOn = await whileNobodyWaits(
      tx,
      async () =>
        (await indexOlderPosts(tx, indexing.posts)) ||
        (await indexArticles(tx, indexing.articles)) ||
        merge(tx),
    );
    if (goesOn) return arePeopleHere() ? indexing.pauseForPeopleMs : indexing.pauseMs;
    return tx.dialect.search.merged.length === 0 ? undefined : indexing.lookMs;
  };
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const waitMs = await store.write(portion);
      if (waitMs === undefined) break;
      await pause(clock, waitMs, stopping.signal);
      if (isMerging) await patience.peopleGone();
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

/** How long one merging waits for people. */
function openPatience({ clock, arePeopleHere }: Needed, calledOff: AbortSignal) {
  let leftMs: number = indexing.patienceMs;
  return {
    renew() {
      leftMs = indexing.patienceMs;
    },
    /** Resolves when nobody is being answered, or when that has taken too long. */
    async peopleGone(): Promise<void> {
      for (; arePeopleHere() && leftMs > 0 && !calledOff.aborted; leftMs -= indexing.goneMs)
        await pause(clock, indexing.goneMs, calledOff);
    },
  };
}
