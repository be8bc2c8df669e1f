// Removes posts that nobody has and that their document stopped showing long ago; if one is shown again, it is not news.

import { comparableUrl } from '../../model/comparable-url.ts';
import type { NewPost } from '../../model/post.ts';
import { forgetFact, readFact, writeFact } from '../../store/facts.ts';
import { newestId } from '../../store/sources/newest-id.ts';
import { deletePosts, type PostToStore } from '../../store/sources/posts.ts';
import { lockSchedules } from '../../store/sources/schedules.ts';
import {
  forgottenLooks,
  keepLooks,
  markUnheld,
  unheldSince,
  unmarkHeld,
} from '../../store/sources/unheld-posts.ts';
import type { ReadTx, Store, WriteTx } from '../../store/store.ts';
import { lockOwnShelves } from '../../store/transfer/imported-items.ts';
import { othersTurn } from '../../store/turn.ts';
import { comparableTitle, sha256 } from '../identity/candidate.ts';
import { forgetting } from './limits.ts';

/** The fact that stores how far the search for posts without a holder has come. */
const CURSOR = 'unheld posts searched up to';

/** To be called once an hour. Goes through the whole store within some days, a little at a time. */
export async function forgetPosts(store: Store): Promise<void> {
  await unmark(store);
  while ((await store.write(forgetSome)) > 0) await othersTurn();
  const portions = await store.read(portionsNow);
  for (let portion = 0; portion < portions; portion++) {
    if (!(await store.write(markSome))) return;
    await othersTurn();
  }
}

/** A document's new posts without those that were stored once and have been forgotten. */
export async function withoutForgotten(
  tx: WriteTx,
  sourceId: number,
  posts: readonly PostToStore[],
): Promise<PostToStore[]> {
  const forgotten = await forgottenLooks(tx, sourceId, posts.map(looksOf));
  return forgotten.size === 0 ? [...posts] : posts.filter((post) => !forgotten.has(looksOf(post)));
}

async function unmark(store: Store): Promise<void> {
  for (let after: number | undefined = 0; after !== undefined; ) {
    const from: number = after;
    after = await store.write((tx) => unmarkHeld(tx, from, forgetting.portion));
    await othersTurn();
  }
}

async function forgetSome(tx: WriteTx): Promise<number> {
  const unheld = (): ReturnType<typeof unheldSince> =>
    unheldSince(tx, tx.now - forgetting.afterMs, forgetting.removedAtOnce);
  const sources = new Set((await unheld()).map(({ sourceId }) => sourceId));
  // Whoever shows a post again, or gives it to somebody, has locked the plan of its source and is heard first.
  await lockSchedules(tx, sources);
  await lockOwnShelves(tx, sources);
  const posts = (await unheld()).filter(({ sourceId }) => sources.has(sourceId));
  for (const post of posts) await keepLooks(tx, post.sourceId, looksOf(post));
  await deletePosts(
    tx,
    posts.map((post) => post.id),
  );
  return posts.length;
}

async function portionsNow(tx: ReadTx): Promise<number> {
  const { portions, portion, sweepsOfSearch } = forgetting;
  return Math.max(portions, Math.ceil((await newestId(tx)) / portion / sweepsOfSearch));
}

/** False at the end of the store: the next search starts from the beginning. */
async function markSome(tx: WriteTx): Promise<boolean> {
  const after = Number((await readFact(tx, CURSOR)) ?? 0);
  const last = await markUnheld(tx, after, forgetting.portion);
  if (last === undefined) await forgetFact(tx, CURSOR);
  else await writeFact(tx, CURSOR, String(last));
  return last !== undefined;
}

/** By the rule that recognises a post whose guid has changed: same link, title and date. Without a date the text decides. */
function looksOf({
  url,
  title,
  publishedAt,
  textHash,
}: Pick<NewPost, 'url' | 'title' | 'publishedAt' | 'textHash'>): string {
  return sha256([comparableUrl(url), comparableTitle(title), publishedAt ?? textHash].join('\n')).slice(
    0,
    32,
  );
}
