// Settles posts that have come after somebody had imported them: the imported item shows the post from now on, or its item gets
// the imported status.

import type { KnownPost } from '../../model/post.ts';
import { appendChange } from '../../store/changes.ts';
import { setMark } from '../../store/items/marks.ts';
import { newestPosts } from '../../store/sources/posts.ts';
import type { WriteTx } from '../../store/store.ts';
import {
  type AwaitedPost,
  awaitedBy,
  awaitedUnder,
  deleteAwaited,
  isAnythingAwaited,
} from '../../store/transfer/awaited-posts.ts';
import { dateBack, hasItem, itemsOfPosts, showInstead } from '../../store/transfer/imported-items.ts';
import { type Named, namesOfPost, twinFinder, untrackedLinkOf } from '../identity/twins.ts';
import { importing } from '../limits.ts';
import { finderOf } from './matchable-posts.ts';

/**
 * To be called once the followers have their items, in the transaction that inserted them. `areNew`: all of these posts have just come, and
 * nobody has done anything with their items yet.
 */
export async function settleAwaited(
  tx: WriteTx,
  sourceId: number,
  posts: readonly (Named & { id: number })[],
  { areNew }: { areNew: boolean },
): Promise<void> {
  if (posts.length === 0 || !(await isAnythingAwaited(tx))) return;
  const find = twinFinder(posts);
  const awaited = new Map<number, AwaitedPost>();
  for (const post of posts) {
    for (const each of await awaitedUnder(tx, sourceId, namesOfPost(post))) awaited.set(each.id, each);
    const link = untrackedLinkOf(post);
    const untracked = link === undefined ? [] : await awaitedUnder(tx, sourceId, { name: undefined, link });
    for (const each of untracked) awaited.set(each.id, each);
  }
  // The items of an archive that is shown again are inserted as read, but nobody has read them: such a mark is not to be inherited.
  const touched = new Set<string>();
  for (const each of awaited.values()) {
    const twin = find(each.item);
    if (!twin) continue;
    const copy = `${each.feedId} ${twin.id}`;
    await settle(tx, each, { postId: twin.id, isUntouched: areNew && !touched.has(copy) });
    touched.add(copy);
  }
}

/**
 * The same for feeds that begin to show a source, or show it again: what they await may be among all that it has published. To
 * be called once they have their items, in the transaction that inserted them.
 */
export async function settleAwaitedBy(
  tx: WriteTx,
  sourceId: number,
  feedIds: readonly number[],
): Promise<void> {
  if (!(await isAnythingAwaited(tx))) return;
  let newest: KnownPost[] | undefined;
  for (const feedId of feedIds) {
    for (let after = 0; ; ) {
      const awaited = await awaitedBy(tx, feedId, { after, ...importing.portion });
      const last = awaited.at(-1);
      if (!last) break;
      after = last.id;
      newest ??= await newestPosts(tx, sourceId, importing.comparedPosts);
      const items = awaited.map(({ item }) => item);
      const find = await finderOf(tx, { id: feedId, userId: last.userId, sourceId }, { items, newest });
      for (const each of awaited) {
        const twin = find(each.item);
        if (twin) await settle(tx, each, { postId: twin.id, isUntouched: false });
      }
    }
  }
}

/** `isUntouched`: nobody has done anything with the item of the new post yet. */
async function settle(
  tx: WriteTx,
  awaited: AwaitedPost,
  { postId, isUntouched }: { postId: number; isUntouched: boolean },
): Promise<void> {
  const { userId, feedId, itemId, item } = awaited;
  const feed = { id: feedId, userId };
  const [come] = await itemsOfPosts(tx, feed, [postId]);
  if (itemId === undefined) {
    // If the feed has got no item of the post, the status goes on waiting for one.
    if (!come) return;
    if (item.read) {
      await markAndTell(tx, userId, [come], 'read');
      if (item.createdAt !== undefined) await dateBack(tx, come.id, item.createdAt);
    }
  } else if ((await hasItem(tx, feedId, itemId)) && come?.id !== itemId) {
    await showInstead(tx, feed, { kept: itemId, gone: come, postId });
    // What was read or starred in either place stays so.
    if (come?.read && !isUntouched) await markAndTell(tx, userId, [{ id: itemId }], 'read');
    if (come?.starred && !isUntouched) await markAndTell(tx, userId, [{ id: itemId }], 'starred');
  }
  await deleteAwaited(tx, awaited.id);
}

/** Marks those of some items that do not have the mark yet. */
export async function markAndTell(
  tx: WriteTx,
  userId: number,
  items: readonly { id: number }[],
  mark: 'read' | 'starred',
): Promise<void> {
  const ids = items.map(({ id }) => id);
  await appendChange(tx, userId, `items.${mark}`, (await setMark(tx, userId, ids, mark)).changed);
}
