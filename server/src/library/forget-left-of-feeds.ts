// Forgets what outlives a removed feed, once nothing can bring the feed back.
import {
  feedsThatAwait,
  feedsWithWishes,
  forgetAwaited,
  forgetWishes,
  goneForGood,
} from '../store/feeds/left-of-feeds.ts';
import { pageByPage } from '../store/page-by-page.ts';
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
  const read = (after: number) => store.read((tx) => feedsAfter(tx, { after, limit: forgottenAtOnce.feeds }));
  for await (const feeds of pageByPage(read, ({ id }) => id)) {
    const away = feeds.filter(({ isHere }) => !isHere);
    const gone = away.length === 0 ? [] : await store.read((tx) => goneForGood(tx, away));
    if (gone.length === 0) continue;
    while ((await store.write((tx) => forgetOf(tx, gone, forget))) > 0) await othersTurn();
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
