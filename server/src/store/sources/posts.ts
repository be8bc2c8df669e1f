// How Posts are kept. Only the crawler writes them.
import type { KnownPost, NewPost, PostDetails } from '../../model/post.ts';
import type { PostWords } from '../../model/post-words.ts';
import { slicesOf } from '../../model/slices.ts';
import { indexPosts } from '../search/search-index.ts';
import { listed, type Sql, sql } from '../sql.ts';
import type { ReadTx, WriteTx } from '../store.ts';
import { lockPosts } from './lock-posts.ts';
import { shortName } from './short-names.ts';

/** Identities that a statement asks for at most. */
const IDENTITIES_AT_ONCE = 100;

/** Texts, likewise; a document with more is compared with everything. */
const TEXTS_AT_ONCE = 25;

/** The newest posts of a source, newest first. */
export async function newestPosts(tx: ReadTx, sourceId: number, limit: number): Promise<KnownPost[]> {
  return knownPosts(tx, sql`source_id = ${sourceId} ORDER BY sort_at DESC, id DESC LIMIT ${limit}`);
}

/** The same, but only those that it has shown itself: these may be given to somebody who has none of its posts. */
export async function newestOwnPosts(tx: ReadTx, sourceId: number, limit: number): Promise<KnownPost[]> {
  return knownPosts(
    tx,
    sql`source_id = ${sourceId} AND ${shownHere} ORDER BY sort_at DESC, id DESC LIMIT ${limit}`,
  );
}

/**
 * Those of a source's newest posts that were published at the time of one of `posts` or have the same text, and the newest of
 * all; newest first.
 */
export async function newestPostsLike(
  tx: ReadTx,
  sourceId: number,
  { limit, posts }: { limit: number; posts: readonly Pick<NewPost, 'publishedAt' | 'textHash'>[] },
): Promise<KnownPost[]> {
  if (posts.length > TEXTS_AT_ONCE) return newestPosts(tx, sourceId, limit);
  const times = posts.map(({ publishedAt }) => publishedAt).filter((time) => time !== undefined);
  const hashes = listed(posts.map(({ textHash }) => textHash));
  return knownPosts(
    tx,
    sql`id IN (SELECT id FROM posts WHERE source_id = ${sourceId} ORDER BY sort_at DESC, id DESC LIMIT ${limit})
      AND (published_at IN (${tx.dialect.numbers(times)}) OR text_hash IN (${hashes})
        OR sort_at = (SELECT max(sort_at) FROM posts WHERE source_id = ${sourceId}))
      ORDER BY sort_at DESC, id DESC`,
  );
}

/** The newest posts that a source has shown itself and that were stored at `since` or later, newest first. */
export async function postsStoredSince(
  tx: ReadTx,
  sourceId: number,
  since: number,
  limit: number,
): Promise<{ id: number; sortAt: number; storedAt: number }[]> {
  const rows = await tx.all<{ id: number; sort_at: number; stored_at: number }>(sql`
    SELECT id, sort_at, stored_at FROM posts WHERE source_id = ${sourceId} AND stored_at >= ${since} AND ${shownHere}
    ORDER BY sort_at DESC, id DESC LIMIT ${limit}`);
  return rows.map((row) => ({ id: row.id, sortAt: row.sort_at, storedAt: row.stored_at }));
}

/**
 * When the newest post was published that a source had shown before a time, and the newest that a feed has an item of. A post without a date
 * that has become one with another may seem to be from later than when the feed got it: it says nothing.
 */
export async function newestKnownBefore(
  tx: ReadTx,
  feed: { id: number; sourceId: number },
  time: number,
): Promise<{ shownAt: number | undefined; heldAt: number | undefined }> {
  const row = await tx.get<{ shown_at: number | null; held_at: number | null }>(sql`
    SELECT
      (SELECT max(sort_at) FROM posts WHERE source_id = ${feed.sourceId} AND sort_at < ${time} AND stored_at < ${time} AND ${shownHere}) AS shown_at,
      (SELECT max(p.sort_at) FROM items i JOIN posts p ON p.id = i.post_id WHERE i.feed_id = ${feed.id} AND p.sort_at < ${time}) AS held_at`);
  return { shownAt: row?.shown_at ?? undefined, heldAt: row?.held_at ?? undefined };
}

/** When the newest post that a source has shown itself was published; if it has shown none, the newest that it has. */
export async function newestPostAt(tx: ReadTx, sourceId: number): Promise<number | undefined> {
  const row = await tx.get<{ at: number | null }>(sql`
    SELECT coalesce(max(CASE WHEN ${shownHere} THEN sort_at END), max(sort_at)) AS at FROM posts WHERE source_id = ${sourceId}`);
  return row?.at ?? undefined;
}

/** The hashes of a source's newest texts. */
export async function newestTextHashes(tx: ReadTx, sourceId: number, limit: number): Promise<Set<string>> {
  const rows = await tx.all<{ text_hash: string }>(
    sql`SELECT text_hash FROM posts WHERE source_id = ${sourceId} ORDER BY sort_at DESC, id DESC LIMIT ${limit}`,
  );
  return new Set(rows.map((row) => row.text_hash));
}

/** Those of a source's posts that have one of the identities. */
export async function postsNamed(
  tx: ReadTx,
  sourceId: number,
  identities: readonly string[],
): Promise<KnownPost[]> {
  const found: KnownPost[] = [];
  for (const some of slicesOf(identities, IDENTITIES_AT_ONCE)) {
    found.push(...(await knownPosts(tx, sql`source_id = ${sourceId} AND identity IN (${listed(some)})`)));
  }
  return found;
}

/** A post that is to be stored. */
export interface PostToStore extends NewPost {
  /** Made beforehand, if there was time for it. */
  words?: PostWords;
}

export interface StoredPost {
  id: number;
  post: PostToStore;
}

/** Adds posts and returns them with their ids, except those whose identity the source already has. */
export async function insertPosts(
  tx: WriteTx,
  sourceId: number,
  posts: readonly PostToStore[],
  sanitiser: number,
): Promise<StoredPost[]> {
  const stored: StoredPost[] = [];
  for (const post of posts) {
    const id = await insertPost(tx, sourceId, post, sanitiser);
    if (id !== undefined) stored.push({ id, post });
  }
  indexPosts(tx, stored);
  return stored;
}

/** Writes edited posts: the newest text, with the first kept beside it. `bySite`: whether it was their site that has changed them. */
export async function editPosts(
  tx: WriteTx,
  edited: readonly StoredPost[],
  sanitiser: number,
  { bySite = true } = {},
): Promise<void> {
  const editedAt = bySite ? sql`${tx.now}` : sql`edited_at`;
  const first = bySite ? sql`coalesce(first_content, content, summary)` : sql`first_content`;
  for (const { id, post } of edited) {
    await tx.run(sql`
      UPDATE posts SET url = ${post.url}, title = ${post.title}, author = ${post.author ?? null},
        text_hash = ${post.textHash}, edited_at = ${editedAt} WHERE id = ${id}`);
    await tx.run(sql`
      UPDATE post_contents SET first_content = ${first}, content = ${post.content ?? null},
        summary = ${post.summary ?? null}, details = ${JSON.stringify(post.details)}, sanitiser = ${sanitiser} WHERE post_id = ${id}`);
  }
  indexPosts(tx, edited);
}

/** Writes posts as they are read today, from the same words of the publisher; returns those in which anything is different. */
export async function rewritePosts(
  tx: WriteTx,
  posts: readonly StoredPost[],
  sanitiser: number,
): Promise<StoredPost[]> {
  await lockPosts(
    tx,
    posts.map(({ id }) => id),
  );
  const changed: StoredPost[] = [];
  for (const each of posts) if (await rewrite(tx, each, sanitiser)) changed.push(each);
  indexPosts(tx, changed);
  return changed;
}

/** Changes the addresses of posts and of what they enclose; their words are left as they are. */
export async function readdressPosts(tx: WriteTx, posts: readonly StoredPost[]): Promise<void> {
  for (const { id, post } of posts) {
    await tx.run(sql`UPDATE posts SET url = ${post.url} WHERE id = ${id}`);
    await tx.run(
      sql`UPDATE post_contents SET details = ${JSON.stringify(post.details)} WHERE post_id = ${id}`,
    );
  }
}

/**
 * Adds a post and returns its id; undefined if the source has one with that identity. Its words are left to the caller, who
 * passes all posts of a transaction to indexPosts.
 */
export async function insertPost(
  tx: WriteTx,
  sourceId: number,
  post: PostToStore,
  sanitiser: number,
): Promise<number | undefined> {
  const row = await tx.get<{ id: number }>(sql`
    INSERT INTO posts (source_id, identity, url, title, author, published_at, sort_at, stored_at, text_hash)
    VALUES (${sourceId}, ${post.identity}, ${post.url}, ${post.title}, ${post.author ?? null}, ${post.publishedAt ?? null},
      ${post.sortAt}, ${tx.now}, ${post.textHash})
    ON CONFLICT (source_id, identity) DO NOTHING RETURNING id`);
  if (!row) return undefined;
  await tx.run(sql`
    INSERT INTO post_contents (post_id, content, summary, details, sanitiser)
    VALUES (${row.id}, ${post.content ?? null}, ${post.summary ?? null}, ${JSON.stringify(post.details)}, ${sanitiser})`);
  return row.id;
}

export async function countPosts(tx: ReadTx, sourceId: number): Promise<number> {
  const row = await tx.get<{ count: number }>(
    sql`SELECT count(*) AS count FROM posts WHERE source_id = ${sourceId}`,
  );
  return row?.count ?? 0;
}

/** Removes posts with everything that is kept of them. Nobody may have an item of one. */
export async function deletePosts(tx: WriteTx, ids: readonly number[]): Promise<void> {
  await tx.run(sql`DELETE FROM posts WHERE id IN (${tx.dialect.numbers(ids)})`);
}

async function rewrite(tx: WriteTx, { id, post }: StoredPost, sanitiser: number): Promise<boolean> {
  const { url, author = null, content = null, summary = null } = post;
  const details = JSON.stringify(post.details);
  const renamed = await tx.run(sql`
    UPDATE posts SET url = ${url}, author = ${author}
    WHERE id = ${id} AND (url <> ${url} OR author IS DISTINCT FROM ${author})`);
  const reworded = await tx.run(sql`
    UPDATE post_contents SET content = ${content}, summary = ${summary}, details = ${details}
    WHERE post_id = ${id} AND (content IS DISTINCT FROM ${content} OR summary IS DISTINCT FROM ${summary} OR details <> ${details})`);
  await tx.run(
    sql`UPDATE post_contents SET sanitiser = ${sanitiser} WHERE post_id = ${id} AND sanitiser IS DISTINCT FROM ${sanitiser}`,
  );
  return renamed + reworded > 0;
}

/** Enclosures, categories and the like of several posts, by their ids. */
export async function detailsOfPosts(
  tx: ReadTx,
  ids: readonly number[],
): Promise<ReadonlyMap<number, PostDetails>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.all<{ post_id: number; details: string }>(
    sql`SELECT post_id, details FROM post_contents WHERE post_id IN (${tx.dialect.numbers(ids)})`,
  );
  return new Map(rows.map((row) => [row.post_id, JSON.parse(row.details) as PostDetails]));
}

/** The sanitised HTML of several posts, by their ids. */
export async function contentsOfPosts(
  tx: ReadTx,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Pick<NewPost, 'content' | 'summary'>>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.all<{ post_id: number; content: string | null; summary: string | null }>(
    sql`SELECT post_id, content, summary FROM post_contents WHERE post_id IN (${tx.dialect.numbers(ids)})`,
  );
  return new Map(
    rows.map(({ post_id, content, summary }) => [
      post_id,
      { content: content ?? undefined, summary: summary ?? undefined },
    ]),
  );
}

interface PostRow {
  id: number;
  identity: string;
  url: string;
  title: string;
  published_at: number | null;
  sort_at: number;
  edited_at: number | null;
  text_hash: string;
  left_at: number | null;
}

/** The `left_at` of a post that the document of its source never showed, because it was another source's. */
export const NEVER_SHOWN = 0;

const shownHere = sql`(left_at IS NULL OR left_at <> ${NEVER_SHOWN})`;

async function knownPosts(tx: ReadTx, condition: Sql): Promise<KnownPost[]> {
  const rows = await tx.all<PostRow>(sql`
    SELECT id, identity, url, title, published_at, sort_at, edited_at, text_hash, left_at FROM posts WHERE ${condition}`);
  return rows.map((row) => ({
    id: row.id,
    // Older versions have stored longer ones.
    identity: shortName(row.identity),
    url: row.url,
    title: row.title,
    publishedAt: row.published_at ?? undefined,
    sortAt: row.sort_at,
    editedAt: row.edited_at ?? undefined,
    textHash: row.text_hash,
    ...(row.left_at === NEVER_SHOWN ? { isForeign: true } : row.left_at !== null && { leftAt: row.left_at }),
  }));
}
