// Tends the search index in the background: indexes posts and articles from before they were searched, the newest first, while searches find those
// that are indexed already; and merges the pieces of the index when there are many.
import { indexArticles, indexOlderPosts } from '../store/search/search-index.ts';
import { mergeIndex } from '../store/search/search-merging.ts';
import type { WriteTx } from '../store/store.ts';
import { whileNobodyWaits } from '../store/turn.ts';
import { type BackgroundWork, type MayGoOn, openBackgroundWork } from './background-work.ts';
import type { Equipment } from './equipment.ts';
import { indexing } from './limits.ts';
import { pause } from './pause.ts';

type Needed = Pick<Equipment, 'store' | 'clock' | 'log' | 'arePeopleHere'>;

export function openIndexing(needed: Needed): BackgroundWork {
  const { store, arePeopleHere } = needed;
  const patience = openPatience(needed);
  let isMerging = false;
  const merge = async (tx: WriteTx): Promise<boolean> => {
    isMerging = await mergeIndex(tx);
    if (!isMerging) patience.renew();
    return isMerging;
  };
  const portion = async (tx: WriteTx, mayGoOn: MayGoOn): Promise<number | undefined> => {
    if (!(await mayGoOn(tx))) return indexing.dutyMs;
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
  return openBackgroundWork(needed, {
    duty: 'index older posts',
    failure: 'indexing failed',
    dutyMs: indexing.dutyMs,
    async portion(mayGoOn, calledOff) {
      if (isMerging) await patience.peopleGone(calledOff);
      return calledOff.aborted ? 0 : store.write((tx) => portion(tx, mayGoOn));
    },
  });
}

/** How long one merging waits for people. */
function openPatience({ clock, arePeopleHere }: Needed) {
  let leftMs: number = indexing.patienceMs;
  return {
    renew() {
      leftMs = indexing.patienceMs;
    },
    /** Resolves when nobody is being answered, or when that has taken too long. */
    async peopleGone(calledOff: AbortSignal): Promise<void> {
      for (; arePeopleHere() && leftMs > 0 && !calledOff.aborted; leftMs -= indexing.goneMs)
        await pause(clock, indexing.goneMs, calledOff);
    },
  };
}
