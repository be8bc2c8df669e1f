// How the articles behind posts are kept: what is searched for and where, what was found, and why nothing was.
import type { ArticleFailure } from '../../model/article.ts';
import { comparableUrl } from '../../model/comparable-url.ts';
import { nothing, sql } from '../sql.ts';
import type { ReadTx, WriteTx } from '../store.ts';
import { lockPosts } from './lock-posts.ts';

/** A search for an article: under way, or ended. */
export interface ArticleSearch {
  postId: number;
  /** Where it is looked for, after the redirects so far. */
  url: string;
  hops: number;
  hostId: number;
  /** When a round looks for it next; undefined: never. */
  dueAt: number | undefined;
  tries: number;
  /** When the search ended; undefined: it has not. */
  fetchedAt: number | undefined;
  content: string | undefined;
  failure: ArticleFailure | undefined;
}

/** What a search starts from. */
export interface ArticlePost {
  id: number;
  url: string;
  siteUrl: string;
  /** What the feed gives: sanitised HTML. */
  content: string;
}

export async function findArticlePost(tx: ReadTx, postId: number): Promise<ArticlePost | undefined> {
  const row = await tx.get<{ url: string; site_url: string; content: string | null }>(sql`
    SELECT p.url, s.site_url, coalesce(c.content, c.summary) AS content
    FROM posts p JOIN sources s ON s.id = p.source_id LEFT JOIN post_contents c ON c.post_id = p.id WHERE p.id = ${postId}`);
  return row && { id: postId, url: row.url, siteUrl: row.site_url, content: row.content ?? '' };
}

export async function findArticleSearch(tx: ReadTx, postId: number): Promise<ArticleSearch | undefined> {
  const row = await tx.get<SearchRow>(sql`
    SELECT post_id, url, hops, host_id, due_at, tries, fetched_at, content, failure FROM full_texts WHERE post_id = ${postId}`);
  return row && searchOf(row);
}

/** Begins a search, unless the post has one. */
export async function beginArticleSearch(
  tx: WriteTx,
  search: Pick<ArticleSearch, 'postId' | 'url' | 'hostId' | 'dueAt'>,
): Promise<void> {
  await tx.run(sql`
    INSERT INTO full_texts (post_id, url, host_id, due_at)
    VALUES (${search.postId}, ${search.url}, ${search.hostId}, ${search.dueAt ?? null}) ON CONFLICT (post_id) DO NOTHING`);
}

/** Records how far a search has come. */
export async function keepArticleSearch(
  tx: WriteTx,
  search: ArticleSearch,
  sanitiser: number | undefined,
): Promise<void> {
  await tx.run(sql`
    UPDATE full_texts SET url = ${search.url}, hops = ${search.hops}, host_id = ${search.hostId},
      due_at = ${search.dueAt ?? null}, tries = ${search.tries}, fetched_at = ${search.fetchedAt ?? null},
      content = ${search.content ?? null}, failure = ${search.failure ?? null}, sanitiser = ${sanitiser ?? null}
    WHERE post_id = ${search.postId}`);
}

export async function setArticleHost(tx: WriteTx, postId: number, hostId: number): Promise<void> {
  await tx.run(
    sql`UPDATE full_texts SET host_id = ${hostId} WHERE post_id = ${postId} AND host_id <> ${hostId}`,
  );
}

/**
 * Forgets articles and searches of posts on other pages than those that the posts lead to. `urls`: where posts lead, by their ids. Returns
 * the posts that had an article: whoever has these is still to be told.
 */
export async function deleteOtherArticles(tx: WriteTx, urls: ReadonlyMap<number, string>): Promise<number[]> {
  const found = await tx.all<{ post_id: number; url: string }>(
    sql`SELECT post_id, url FROM full_texts WHERE post_id IN (${tx.dialect.numbers([...urls.keys()])})`,
  );
  const others = found.filter(
    ({ post_id: id, url }) => comparableUrl(url) !== comparableUrl(urls.get(id) ?? ''),
  );
  const ids = others.map((other) => other.post_id);
  await lockPosts(tx, ids);
  const gone = await tx.all<{ post_id: number; was_found: number }>(sql`
    DELETE FROM full_texts WHERE post_id IN (${tx.dialect.numbers(ids)})
    RETURNING post_id, CASE WHEN content IS NULL THEN 0 ELSE 1 END AS was_found`);
  return gone.filter((row) => row.was_found === 1).map((row) => row.post_id);
}

/** Lets rounds look for the articles of the other posts of a source at a later time, unless somebody is looking for one just now. */
export async function putOffArticles(tx: WriteTx, postId: number, until: number): Promise<void> {
  const posts = sql`SELECT id FROM posts WHERE source_id = (SELECT source_id FROM posts WHERE id = ${postId})`;
  await tx.run(sql`
    UPDATE full_texts SET due_at = ${until} WHERE post_id IN (
      SELECT post_id FROM full_texts WHERE post_id IN (${posts}) AND due_at < ${until} ${tx.dialect.skipLocked})`);
}

/** The search that has waited longest at a host, if one is due. */
export async function dueArticle(tx: ReadTx, hostId: number): Promise<number | undefined> {
  const row = await tx.get<{ post_id: number }>(sql`
    SELECT post_id FROM full_texts WHERE host_id = ${hostId} AND due_at IS NOT NULL AND due_at <= ${tx.now}
    ORDER BY due_at, post_id DESC LIMIT 1`);
  return row?.post_id;
}

/** Hosts at which an article is, or will be, due, and that nobody has planned for it: whoever should have done so was ended before. */
export async function hostsOfForgottenArticles(tx: ReadTx): Promise<number[]> {
  const rows = await tx.all<{ host_id: number }>(sql`
    SELECT DISTINCT f.host_id FROM full_texts f JOIN hosts h ON h.id = f.host_id
    WHERE f.due_at IS NOT NULL AND (h.ready_at IS NULL OR (h.ready_at > ${tx.now} AND f.due_at <= ${tx.now})) ORDER BY f.host_id`);
  return rows.map((row) => row.host_id);
}

/** Whether some follower of a source wants the articles of its new posts. */
export async function wantsArticles(tx: ReadTx, sourceId: number): Promise<boolean> {
  const row = await tx.get(sql`
    SELECT f.id FROM feeds f JOIN feed_wishes w ON w.feed_id = f.id
    WHERE f.source_id = ${sourceId} AND w.full_text = 1 LIMIT 1`);
  return row !== undefined;
}

/** Notes that a user wants the article of a post. False if that is known already. */
export async function wantArticle(tx: WriteTx, userId: number, postId: number): Promise<boolean> {
  const noted = await tx.run(sql`
    INSERT INTO wanted_articles (post_id, user_id) SELECT id, CAST(${userId} AS BIGINT) FROM posts WHERE id = ${postId}
    ON CONFLICT DO NOTHING`);
  return noted === 1;
}

/** The same for some posts of a source, and for all of its followers who want the articles of its new posts. */
export async function wantArticlesOf(
  tx: WriteTx,
  sourceId: number,
  postIds: readonly number[],
): Promise<void> {
  await tx.run(sql`
    INSERT INTO wanted_articles (post_id, user_id)
    SELECT p.value, f.user_id FROM feeds f JOIN feed_wishes w ON w.feed_id = f.id CROSS JOIN (${tx.dialect.numbers(postIds)}) AS p
    WHERE f.source_id = ${sourceId} AND w.full_text = 1 ON CONFLICT DO NOTHING`);
}

/**
 * Whether a user wants the article of any post. Asked for in order, which only the index gives: where few users want very many, a plan
 * that PostgreSQL keeps tries row by row, and for a user who wants none, that is all rows.
 */
export async function wantsAnyArticle(tx: ReadTx, userId: number): Promise<boolean> {
  const next = await tx.get<{ user_id: number }>(sql`
    SELECT user_id FROM wanted_articles WHERE user_id >= ${userId} ORDER BY user_id LIMIT 1`);
  return next?.user_id === userId;
}

/** The items that a user has of a post whose article is there. */
export async function itemsWithArticle(tx: ReadTx, userId: number, postId: number): Promise<number[]> {
  const rows = await tx.all<{ id: number }>(sql`
    SELECT i.id FROM items i JOIN full_texts t ON t.post_id = i.post_id
    WHERE i.post_id = ${postId} AND i.user_id = ${userId} AND t.content IS NOT NULL ORDER BY i.id`);
  return rows.map(({ id }) => id);
}

/** For posts that become one with others: who wants the article of one wants that of the other. `others` by the ids of the first. */
export async function wantOtherArticles(
  tx: WriteTx,
  others: ReadonlyMap<number, number>,
  userIds?: readonly number[],
): Promise<void> {
  const some = userIds === undefined ? nothing : sql`AND w.user_id IN (${tx.dialect.numbers(userIds)})`;
  // CROSS tells SQLite to begin with the posts: it would compare everything that these users want with each of them.
  await tx.run(sql`
    INSERT INTO wanted_articles (post_id, user_id)
    SELECT other.value, w.user_id FROM (${tx.dialect.entries(others)}) AS other CROSS JOIN wanted_articles w
    WHERE w.post_id = other.key ${some} ON CONFLICT DO NOTHING`);
}

/** Locks the counters of everybody who has an item of one of these posts, in order of user, and returns these users. */
export async function lockHolders(tx: WriteTx, postIds: readonly number[]): Promise<number[]> {
  const rows = await tx.all<{ user_id: number }>(sql`
    SELECT user_id FROM change_counters WHERE user_id IN (SELECT user_id FROM items WHERE post_id IN (${tx.dialect.numbers(postIds)}))
    ORDER BY user_id ${tx.dialect.forUpdate}`);
  return rows.map((row) => row.user_id);
}

interface SearchRow {
  post_id: number;
  url: string;
  hops: number;
  host_id: number;
  due_at: number | null;
  tries: number;
  fetched_at: number | null;
  content: string | null;
  failure: ArticleFailure | null;
}

function searchOf(row: SearchRow): ArticleSearch {
  return {
    postId: row.post_id,
    url: row.url,
    hops: row.hops,
    hostId: row.host_id,
    dueAt: row.due_at ?? undefined,
    tries: row.tries,
    fetchedAt: row.fetched_at ?? undefined,
    content: row.content ?? undefined,
    failure: row.failure ?? undefined,
  };
}
