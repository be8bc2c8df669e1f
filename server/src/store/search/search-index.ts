// Keeps the words of posts in the full-text index, so that a search finds them.
import { type PostText, type PostWords, wordsOfPost } from '../../model/post-words.ts';
import { forgetFact, readFact, writeFact } from '../facts.ts';
import { lockPosts } from '../sources/lock-posts.ts';
import { newestId } from '../sources/newest-id.ts';
import { type Sql, sql } from '../sql.ts';
import type { ReadTx, WriteTx } from '../store.ts';
import type { WordIndex } from './search-dialect.ts';
import { forgetMerging } from './search-merging.ts';

/** Posts older than the index: those below this id have no words yet. Absent: all have. */
const UNINDEXED_BELOW = 'search-unindexed-below';

/** The words of a usual post: the upkeep of the index goes by these, because those of a long text are many more. */
const USUAL_LETTERS = 1_000;

/** A post whose words are to be kept. */
interface IndexedPost {
  id: number;
  /** Its words are made within the transaction, unless the caller has made them before. Undefined: its text is read then, too. */
  post: (PostText & { words?: PostWords }) | undefined;
}

/**
 * Stores the words of new or changed posts at the end of the transaction, together with those of all others in it: FTS5 collects
 * words, and writes what it has as a piece of its own before each statement that may have to be rolled back.
 */
export function indexPosts(tx: WriteTx, posts: readonly IndexedPost[]): void {
  if (posts.length > 0) tx.beforeCommit(putWords, posts);
}

async function putWords(tx: WriteTx, posts: readonly IndexedPost[]): Promise<void> {
  const rows = await tx.all<{ id: number; is_full: number }>(sql`
    SELECT p.id, CASE WHEN t.content IS NULL THEN 0 ELSE 1 END AS is_full FROM posts p LEFT JOIN full_texts t ON t.post_id = p.id
    WHERE p.id IN (${tx.dialect.numbers(posts.map(({ id }) => id))})`);
  // The words of a post that was removed in the same transaction would never leave the index.
  const there = new Map(rows.map(({ id, is_full }) => [id, is_full === 1]));
  // In order of id: FTS5 also writes a piece before a row whose id is below the previous one's.
  const inOrder = posts.filter(({ id }) => there.has(id)).sort((one, other) => one.id - other.id);
  let amount = 0;
  for (const { id, post } of inOrder) {
    const text = post ?? (await storedText(tx, id));
    if (text) amount += await put(tx, tx.dialect.search, id, post?.words ?? wordsOfPost(text));
  }
  tidy(tx, tx.dialect.search, amount);
  const full = inOrder.filter(({ id }) => there.get(id));
  if (full.length > 0) await putFullWords(tx, full);
}

/** Stores the words of posts together with those of their articles, of those that have one. */
async function putFullWords(tx: WriteTx, posts: readonly IndexedPost[]): Promise<void> {
  const texts = new Map(posts.map(({ id, post }) => [id, post]));
  const ids = tx.dialect.numbers([...texts.keys()]);
  const articles = await tx.all<{ id: number; article: string }>(sql`
    SELECT post_id AS id, content AS article FROM full_texts WHERE post_id IN (${ids}) AND content IS NOT NULL ORDER BY post_id`);
  let amount = 0;
  for (const { id, article } of articles) {
    const text = texts.get(id) ?? (await storedText(tx, id));
    if (text) amount += await put(tx, tx.dialect.search.full, id, wordsOfPost(text, article));
  }
  await tx.run(
    sql`UPDATE full_texts SET has_words = 1 WHERE post_id IN (${ids}) AND content IS NOT NULL AND has_words = 0`,
  );
  tidy(tx, tx.dialect.search.full, amount);
}

/** Returns as how many usual posts it counts. */
async function put(tx: WriteTx, index: WordIndex, id: number, words: PostWords): Promise<number> {
  for (const statement of index.put(id, words)) await tx.run(statement);
  return Math.max(1, words.body.length / USUAL_LETTERS);
}

/** As much work as the rest of a visit. If it is lost, it leaves more pieces to the next time. */
function tidy(tx: WriteTx, index: WordIndex, posts: number): void {
  for (const statement of index.tidy(Math.ceil(posts))) tx.afterwards((later) => later.run(statement));
}

/** Locked, because whoever edits the post meanwhile would otherwise be found by the text before. Undefined if it is gone. */
async function storedText(tx: WriteTx, id: number): Promise<PostText | undefined> {
  const post = await tx.get<{ title: string; author: string | null }>(
    sql`SELECT title, author FROM posts WHERE id = ${id} ${tx.dialect.forNoKeyUpdate}`,
  );
  const texts = await tx.get<{ content: string | null; summary: string | null }>(
    sql`SELECT content, summary FROM post_contents WHERE post_id = ${id} ${tx.dialect.forNoKeyUpdate}`,
  );
  return (
    post && {
      title: post.title,
      author: post.author ?? undefined,
      content: texts?.content ?? undefined,
      summary: texts?.summary ?? undefined,
    }
  );
}

/** Runs a statement that reads the index, and returns the posts that it finds. */
export async function lookIntoIndex(tx: ReadTx, statement: Sql): Promise<{ post_id: number }[]> {
  const { before, after } = tx.dialect.search.around;
  // Run in order on one connection, without waiting in between.
  const answers = await Promise.all([...before, statement, ...after].map((each) => tx.all(each)));
  return answers[before.length] as { post_id: number }[];
}

/** Gives words to the newest `portion` of the posts that have none yet. False if all have them. */
export async function indexOlderPosts(tx: WriteTx, portion: number): Promise<boolean> {
  const below = await readFact(tx, UNINDEXED_BELOW);
  if (below === undefined) return false;
  const posts = await tx.all<{ id: number }>(
    sql`SELECT id FROM posts WHERE id < ${Number(below)} ORDER BY id DESC LIMIT ${portion}`,
  );
  indexPosts(
    tx,
    posts.map(({ id }) => ({ id, post: undefined })),
  );
  const last = posts.at(-1);
  if (last) await writeFact(tx, UNINDEXED_BELOW, String(last.id));
  else await forgetFact(tx, UNINDEXED_BELOW);
  return last !== undefined;
}

/** Stores the words of a post together with those of its article at the end of the transaction. Until then it is found by its own. */
export function indexArticle(tx: WriteTx, postId: number): void {
  tx.beforeCommit(putFullWords, [{ id: postId, post: undefined }]);
}

/** Gives words to the newest `portion` of the articles that have none yet. False if all have them. */
export async function indexArticles(tx: WriteTx, portion: number): Promise<boolean> {
  const waiting = await tx.all<{ id: number }>(sql`
    SELECT post_id AS id FROM full_texts WHERE has_words = 0 AND content IS NOT NULL ORDER BY post_id DESC LIMIT ${portion}`);
  if (waiting.length === 0) return false;
  const ids = waiting.map(({ id }) => id);
  await lockPosts(tx, ids);
  // At once, for the next portion in the same transaction.
  await tx.run(sql`UPDATE full_texts SET has_words = 1 WHERE post_id IN (${tx.dialect.numbers(ids)})`);
  for (const id of ids) indexArticle(tx, id);
  return true;
}

/** Has the words of all posts made again later, portion by portion. */
export async function indexAllAnew(tx: WriteTx): Promise<void> {
  await tx.run(sql`UPDATE full_texts SET has_words = 0 WHERE has_words = 1`);
  await forgetMerging(tx);
  const newest = await newestId(tx);
  if (newest > 0) await writeFact(tx, UNINDEXED_BELOW, String(newest + 1));
}
