// A post has come that somebody had imported before: their item shows it from now on, or their status goes to it.

import type { NewPost } from '../model/post.ts';
import { type AwaitedPost, awaitedUnder, deleteAwaited, isAnythingAwaited } from '../store/awaited-posts.ts';
import { appendChange } from '../store/changes.ts';
import { dateBack, hasItem, itemsOfPosts, showInstead } from '../store/imported-items.ts';
import { setMark } from '../store/marks.ts';
import type { WriteTx } from '../store/store.ts';
import { namesOfPost, twinFinder } from './twins.ts';

/** To be called when the followers have their copies, in the transaction that gave them. */
export async function settleAwaited(
  tx: WriteTx,
  sourceId: number,
  fresh: readonly { id: number; post: NewPost }[],
): Promise<void> {
  if (fresh.length === 0 || !(await isAnythingAwaited(tx))) return;
  const posts = fresh.map(({ id, post }) => ({ id, ...post }));
  const find = twinFinder(posts.map(({ id, identity, url, title }) => ({ id, identity, url, title })));
  const awaited = new Map<number, AwaitedPost>();
  for (const post of posts) {
    for (const each of await awaitedUnder(tx, sourceId, namesOfPost(post))) awaited.set(each.id, each);
  }
  for (const each of awaited.values()) {
    const twin = find(each.item);
    if (twin) await settle(tx, each, twin.id);
  }
}

async function settle(tx: WriteTx, awaited: AwaitedPost, postId: number): Promise<void> {
  const { userId, feedId, itemId, item } = awaited;
  const feed = { id: feedId, userId };
  const [come] = await itemsOfPosts(tx, feedId, [postId]);
  if (itemId !== undefined && (await hasItem(tx, feedId, itemId))) {
    await showInstead(tx, feed, { kept: itemId, gone: come, postId });
  } else if (come && itemId === undefined && item.read) {
    await appendChange(tx, userId, 'items.read', (await setMark(tx, userId, [come.id], 'read')).changed);
    if (item.createdAt !== undefined) await dateBack(tx, come.id, item.createdAt);
  }
  await deleteAwaited(tx, awaited.id);
}
