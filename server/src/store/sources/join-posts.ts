// Gives the Posts of one Source to another. Those of one identity become one; whoever sees another text then is told.
import { comparableUrl } from '../../model/comparable-url.ts';
import { movedFiles } from '../../model/playback.ts';
import type { PostDetails } from '../../model/post.ts';
import { appendChange } from '../changes.ts';
import { lockSequence } from '../counters.ts';
import { movePositions, movePositionsOf } from '../items/playback.ts';
import { lockShelves, shelveOtherPosts } from '../items/shelved-items.ts';
import { indexArticle } from '../search/search-index.ts';
import { nothing, type Sql, sql } from '../sql.ts';
import type { WriteTx } from '../store.ts';
import { alikePosts, showsOther } from './alike-posts.ts';
import { wantOtherArticles } from './articles.ts';
import { tellEdited } from './fan-out.ts';
import { joinDoubles, showPosts } from './join-items.ts';
import { lockPosts } from './lock-posts.ts';
import { lookAgainAt } from './older-texts.ts';
import { NEVER_SHOWN } from './posts.ts';
import type { Follower } from './sources.ts';

interface TwinPosts {
  old: number;
  kept: number;
  /** Whether items look otherwise when they show the other one: 0 or 1. */
  differs: number;
  /** Whether the kept one came with yet another source, and was never shown by this one: 0 or 1. */
  is_foreign: number;
  /** Whether the old one has an article that is gone where items show the other one, unless it is handed on: 0 or 1. */
  article_goes: number;
  /** Where the article of the old one was looked for, if it was, and where the other one leads. */
  article_url: string | null;
  kept_url: string;
  /** What the two say of their files and the like, where that is not the same. */
  old_details: string | null;
  kept_details: string | null;
}

/** Posts of one identity become one, and so do those that show the same; the others change their source. */
export async function joinPosts(tx: WriteTx, from: number, into: number): Promise<void> {
  const twins = await withoutStrangers(tx, await twinPosts(tx, from, into));
  await lockPosts(
    tx,
    twins.flatMap(({ old, kept }) => [old, kept]),
  );
  const changing: number[] = [];
  for (const twin of twins) {
    const { old, kept } = twin;
    if (isArticleOfBoth(twin) && (await giveArticle(tx, old, kept))) changing.push(old, kept);
    else if (looksOtherwise(twin)) changing.push(old);
  }
  const strays = await holdStrays(tx, from, twins);
  // Before their items are touched: whoever puts those away holds their user's counter first.
  await tellEdited(tx, changing);
  if (twins.length > 0) await lockShelves(tx);
  const files = new Map(twins.map((twin) => [twin.old, filesMoved(twin.old_details, twin.kept_details)]));
  for (const [old, moved] of files) if (moved.size > 0) await movePositions(tx, old, moved);
  const others = othersOf(twins);
  await tx.run(sql`
    UPDATE items SET post_id = other.value FROM (${tx.dialect.entries(others)}) AS other WHERE items.post_id = other.key`);
  await handOn(tx, others);
  await tx.run(sql`DELETE FROM posts WHERE id IN (${tx.dialect.numbers([...others.keys()])})`);
  for (const feed of strays) await joinDoubles(tx, feed);
  // After their items: whoever puts some of those away meanwhile has either done so by now or puts away what they show since.
  const away = await shelveOtherPosts(tx, others);
  for (const [old, moved] of files) if (moved.size > 0) await movePositionsOf(tx, away.get(old) ?? [], moved);
  // Anybody may say that they have moved to where others publish: that makes nothing of theirs a post of those others.
  await tx.run(sql`UPDATE posts SET source_id = ${into}, left_at = ${NEVER_SHOWN} WHERE source_id = ${from}`);
  await tx.run(sql`
    INSERT INTO forgotten_posts (source_id, looks) SELECT ${into}, looks FROM forgotten_posts WHERE source_id = ${from}
    ON CONFLICT DO NOTHING`);
}

/**
 * Lets the items of some followers, in their feeds of either source, show the posts of `into` that the posts of `from` will become. The
 * posts stay for all others, and for feeds that were moved elsewhere: `joinPosts` does the rest. The counters of the users must be locked.
 */
export async function showOtherPosts(
  tx: WriteTx,
  { from, into }: { from: number; into: number },
  followers: readonly Follower[],
): Promise<void> {
  const twins = (await twinPosts(tx, from, into)).filter((twin) => !isStranger(twin));
  const userIds = followers.map(({ userId }) => userId);
  const users = tx.dialect.numbers(userIds);
  // Found by their feeds: by their posts, databases read the items of everybody who has one of them.
  const items = await tx.all<{ id: number; user_id: number; post_id: number }>(sql`
    SELECT id, user_id, post_id FROM items WHERE feed_id IN (
      SELECT id FROM feeds WHERE user_id IN (${users}) AND source_id IN (${from}, ${into})) ORDER BY id`);
  const changing = new Set(twins.filter(looksOtherwise).map(({ old }) => old));
  for (const { userId } of followers) {
    const edited = items.filter((item) => item.user_id === userId && changing.has(item.post_id));
    await appendChange(tx, userId, 'items.edited', edited.map(idOf));
  }
  const byPost = Map.groupBy(items, (item) => item.post_id);
  for (const { old, old_details: before, kept_details: after } of twins) {
    const files = filesMoved(before, after);
    if (files.size > 0) await movePositionsOf(tx, (byPost.get(old) ?? []).map(idOf), files);
  }
  const others = othersOf(twins);
  await showPosts(
    tx,
    new Map(
      items.flatMap(({ id, post_id: old }) => {
        const kept = others.get(old);
        return kept === undefined ? [] : [[id, kept] as const];
      }),
    ),
  );
  await handOn(tx, others, userIds);
}

/** By the ids of the posts that go, those of the posts that stay. */
function othersOf(twins: readonly TwinPosts[]): Map<number, number> {
  return new Map(twins.map(({ old, kept }) => [old, kept]));
}

/** What a policy has removed of a post, and who wants its article, holds for the other post. */
export async function handOn(
  tx: WriteTx,
  others: ReadonlyMap<number, number>,
  userIds?: readonly number[],
): Promise<void> {
  const some = userIds === undefined ? nothing : sql`AND r.user_id IN (${tx.dialect.numbers(userIds)})`;
  // CROSS tells SQLite to begin with the posts: it would compare all that a policy has removed for these users with each of them.
  await tx.run(sql`
    INSERT INTO removed_items (post_id, user_id)
    SELECT other.value, r.user_id FROM (${tx.dialect.entries(others)}) AS other CROSS JOIN removed_items r
    WHERE r.post_id = other.key ${some} ON CONFLICT DO NOTHING`);
  await wantOtherArticles(tx, others, userIds);
}

/**
 * Feeds that show another source since they were moved, and may have items of both posts of a pair: with the counters of their users
 * locked, in order of user.
 */
async function holdStrays(
  tx: WriteTx,
  from: number,
  twins: readonly TwinPosts[],
): Promise<{ id: number; userId: number }[]> {
  const feeds = await tx.all<{ id: number; user_id: number }>(sql`
    SELECT DISTINCT f.id, f.user_id FROM items i JOIN feeds f ON f.id = i.feed_id
    WHERE i.post_id IN (${tx.dialect.numbers(twins.map(({ old }) => old))}) AND f.source_id <> ${from} ORDER BY f.user_id, f.id`);
  for (const { user_id } of feeds) await lockSequence(tx, user_id);
  return feeds.map(({ id, user_id }) => ({ id, userId: user_id }));
}

/**
 * What came with yet another source is shown to nobody in place of what they have, unless it is the same: it gives up a name that anybody
 * can have guessed, and goes on beside the post that bears it.
 */
async function withoutStrangers(tx: WriteTx, twins: readonly TwinPosts[]): Promise<TwinPosts[]> {
  const ids = tx.dialect.numbers(twins.filter(isStranger).map(({ kept }) => kept));
  // A line that no guid has: it is known by its words still.
  await tx.run(sql`UPDATE posts SET identity = identity || ${'\n'} || CAST(id AS TEXT) WHERE id IN (${ids})`);
  return twins.filter((twin) => !isStranger(twin));
}

function idOf({ id }: { id: number }): number {
  return id;
}

function isStranger(twin: TwinPosts): boolean {
  return twin.is_foreign === 1 && twin.differs === 1;
}

/** Whether items of the old one look otherwise when they show the other one, unless that is given its article. */
function looksOtherwise(twin: TwinPosts): boolean {
  return twin.differs === 1 || twin.article_goes === 1;
}

/** Posts of one name, and those that show the same under different ones. */
async function twinPosts(tx: WriteTx, from: number, into: number): Promise<TwinPosts[]> {
  const named = await twinsOf(
    tx,
    sql`posts a JOIN posts b ON a.source_id = ${from} AND b.source_id = ${into} AND b.identity = a.identity`,
  );
  const alike = await twinsOf(
    tx,
    sql`(${alikePosts(from, into)}) AS alike JOIN posts a ON a.id = alike.old JOIN posts b ON b.id = alike.kept`,
  );
  return [...named, ...alike].sort((one, other) => one.old - other.old);
}

/** `differs` knows nothing of an article that the kept one has yet to be given. */
function twinsOf(tx: WriteTx, pairs: Sql): Promise<TwinPosts[]> {
  return tx.all<TwinPosts>(sql`
    SELECT a.id AS old, b.id AS kept,
      CASE WHEN ${showsOther} OR a.edited_at IS DISTINCT FROM b.edited_at
        OR (bt.content IS NOT NULL AND at.content IS DISTINCT FROM bt.content)
        THEN 1 ELSE 0 END AS differs,
      CASE WHEN at.content IS NOT NULL AND (bt.content IS NULL OR at.fetched_at <> bt.fetched_at) THEN 1 ELSE 0 END AS article_goes,
      CASE WHEN b.left_at = ${NEVER_SHOWN} THEN 1 ELSE 0 END AS is_foreign,
      at.url AS article_url, b.url AS kept_url,
      CASE WHEN ac.details <> bc.details THEN ac.details END AS old_details,
      CASE WHEN ac.details <> bc.details THEN bc.details END AS kept_details
    FROM ${pairs}
      LEFT JOIN post_contents ac ON ac.post_id = a.id LEFT JOIN post_contents bc ON bc.post_id = b.id
      LEFT JOIN full_texts at ON at.post_id = a.id LEFT JOIN full_texts bt ON bt.post_id = b.id`);
}

/** From the addresses that one post gives its files to those that the other does. */
export function filesMoved(before: string | null, after: string | null): ReadonlyMap<string, string> {
  if (before === null || after === null) return new Map();
  const [old, come] = [before, after].map((details) => (JSON.parse(details) as PostDetails).enclosures);
  return movedFiles(old, come);
}

/** What was found on another page, be it one to which the old one led once, is not what the other one tells. */
function isArticleOfBoth({ article_url: article, kept_url: kept }: TwinPosts): boolean {
  return article !== null && comparableUrl(article) === comparableUrl(kept);
}

/** The article that was found for one post, or is looked for, is the other's where that has none. Whether it shows it now. */
async function giveArticle(tx: WriteTx, old: number, kept: number): Promise<boolean> {
  await tx.run(sql`
    DELETE FROM full_texts WHERE post_id = ${kept} AND content IS NULL
      AND EXISTS (SELECT 1 FROM full_texts found WHERE found.post_id = ${old} AND found.content IS NOT NULL)`);
  const given = await tx.get<{ is_found: number }>(sql`
    UPDATE full_texts SET post_id = ${kept}, has_words = 0 WHERE post_id = ${old}
      AND NOT EXISTS (SELECT 1 FROM full_texts known WHERE known.post_id = ${kept})
    RETURNING CASE WHEN content IS NULL THEN 0 ELSE 1 END AS is_found`);
  const isFound = given?.is_found === 1;
  if (isFound) {
    indexArticle(tx, kept);
    await lookAgainAt(tx, kept);
  }
  return isFound;
}
