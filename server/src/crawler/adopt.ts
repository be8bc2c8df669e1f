// What came with another source becomes a source's own as soon as its document shows it.
import type { KnownPost } from '../model/post.ts';
import { deleteOtherArticles } from '../store/full-texts.ts';
import type { Follower } from '../store/sources.ts';
import type { WriteTx } from '../store/store.ts';
import { giveShown } from './fill-feed.ts';
import type { Comparison } from './identity.ts';
import { settleAwaitedBy } from './settle-awaited.ts';

/**
 * What another source had when it was joined to this one, and this one shows now, is its own from here on: everybody gets it, and with
 * no article of another page. Says how many items that makes.
 */
export async function adopt(
  tx: WriteTx,
  { sourceId, followers }: { sourceId: number; followers: readonly Follower[] },
  { comparison, known }: { comparison: Comparison; known: readonly KnownPost[] },
): Promise<number> {
  const foreign = new Set(known.filter((post) => post.isForeign).map(({ id }) => id));
  const shown = comparison.shown.filter((id) => foreign.has(id));
  if (shown.length === 0) return 0;
  const told = new Map([...comparison.edited, ...comparison.alike].map(({ id, post }) => [id, post.url]));
  // An edit that has to wait may lead anywhere.
  await deleteOtherArticles(tx, new Map(shown.map((id) => [id, told.get(id) ?? ''])));
  const given = await giveShown(tx, followers, shown);
  await settleAwaitedBy(
    tx,
    sourceId,
    followers.map(({ id }) => id),
  );
  return given.length;
}
