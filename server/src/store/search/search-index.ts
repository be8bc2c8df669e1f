// Keeps the words of posts in the full-text index, so that a search finds them.
import { type PostText, type PostWords, wordsOfPost } from '../../model/post-words.ts';
import { forgetFact, readFact, writeFact } from '../facts.ts';
import { type Sql, sql } from '../sql.ts';
import type { ReadTx, WriteTx } from '../store.ts';
import { forgetMerging } from './search-merging.ts';

/** Posts older than the index: those below this id have no words yet. Absent: all have. */
const UNINDEXED_BELOW = 'search-unindexed-below';

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
  const rows = await tx.all<{ id: number }>(
    sql`SELECT id FROM posts WHERE id IN (${tx.dialect.numbers(posts.map(({ id }) => id))})`,
  );
  // The words of a post that was removed in the same transaction would never leave the index.
  const there = new Set(rows.map(({ id }) => id));
  // In order of id: FTS5 also writes a piece before a row whose id is below the previous one's.
  for (const { id, post } of [...posts].sort((one, other) => one.id - other.id)) {
    if (there.has(id)) await putWordsOf(tx, id, post ?? (await storedText(tx, id)));
  }
  // As much work as the rest of a visit. If it is lost, it leaves more pieces to the next time.
  for (const statement of tx.dialect.search.tidy(posts.length))
    tx.afterwards((later) => later.run(statement));
}

async function putWordsOf(tx: WriteTx, id: number, post: IndexedPost['post']): Promise<void> {
  if (!post) return;
  const { words = wordsOfPost(post) } = post;
  for (const statement of tx.dialect.search.put(id, words)) await tx.run(statement);
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

/** Has the words of all posts made again later, portion by portion. */
export async function indexAllAnew(tx: WriteTx): Promise<void> {
  await forgetMerging(tx);
  const last = await tx.get<{ id: number | null }>(sql`SELECT max(id) AS id FROM posts`);
  if (last?.id != null) await writeFact(tx, UNINDEXED_BELOW, String(last.id + 1));
}
