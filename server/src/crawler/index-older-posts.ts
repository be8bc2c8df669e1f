// Gives words to the posts that are older than the search, in the background: the house is open meanwhile, and a search finds
// what has words already, the newest posts first.
import { indexOlderPosts } from '../store/search-index.ts';
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
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted && (await store.write((tx) => indexOlderPosts(tx, indexing.posts)))) {
      await pause(clock, indexing.pauseMs, stopping.signal);
    }
  };
  return {
    start() {
      running = run().catch((error: unknown) => log.error('indexing failed', { error }));
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
