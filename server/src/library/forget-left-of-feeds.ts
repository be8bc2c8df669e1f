// Forgets what outlives a removed feed, once nothing can bring the feed back.
import {
  feedsThatAwait,
  feedsWithWishes,
  forgetAwaited,
  forgetWishes,
  goneForGood,
} from '../store/feeds/left-of-feeds.ts';
import type { WriteTx } from '../store/store.ts';
import { othersTurn } from '../store/turn.ts';
import type { Library } from './library.ts';
import { forgottenAtOnce } from './limits.ts';

type Rows = Pick<Library, 'store'>;
type Feeds = Awaited<ReturnType<typeof goneForGood>>;

/** In portions: to be called after the journal has forgotten its old entries. */
export async function forgetLeftOfFeeds(rows: Rows): Promise<void> {
  await forEachGone(rows, feedsWithWishes, forgetWishes);
  await forEachGone(rows, feedsThatAwait, (tx, ids) => forgetAwaited(tx, ids, forgottenAtOnce.awaited));
}

/** `forget`: returns how much it has forgotten, 0 at the end. */
async function forEachGone(
  { store }: Rows,
  feedsAfter: typeof feedsWithWishes,
  forget: (tx: WriteTx, feedIds: number[]) => Promise<number>,
): Promise<void> {
  for (let after = 0; ; ) {
    const page = { after, limit: forgottenAtOnce.feeds };
    const { feeds, gone } = await store.read(async (tx) => {
      const all = await feedsAfter(tx, page);
      const away = all.filter(({ isHere }) => !isHere);
      return { feeds: all, gone: away.length === 0 ? [] : await goneForGood(tx, away) };
    });
    if (gone.length > 0)
      while ((await store.write((tx) => forgetOf(tx, gone, forget))) > 0) await othersTurn();
    await othersTurn();
    const last = feeds.at(-1);
    if (!last) return;
    after = last.id;
  }
}

async function forgetOf(
  tx: WriteTx,
  feeds: Feeds,
  forget: (tx: WriteTx, feedIds: number[]) => Promise<number>,
): Promise<number> {
  const still = await goneForGood(tx, feeds);
  return forget(
    tx,
    still.map(({ id }) => id),
  );
}
