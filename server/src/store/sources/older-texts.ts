// The texts that an older version of the sanitiser has let through, until today's has looked at them.
import { changeFact, readFact, writeFact } from '../facts.ts';
import { sql } from '../sql.ts';
import type { ReadTx, WriteTx } from '../store.ts';
import { newestId } from './newest-id.ts';

/** `version:id`: from that post on, the texts of all posts are as that version lets them through. What may follow, nobody reads. */
const SANITISED_DOWN_TO = 'sanitised-down-to';

/** The sanitised HTML that is kept of a post. */
export interface PostHtml {
  content: string | null;
  summary: string | null;
  /** As it was before the first edit. */
  first_content: string | null;
  /** The article behind it. */
  article: string | null;
}

/** A post whose HTML is to be another than it was. */
export interface CleanedPost {
  id: number;
  before: PostHtml;
  after: PostHtml;
}

/** How far the sanitiser has come. */
interface Sanitised {
  /** The posts from this id on have been looked at. */
  below: number;
  /** As it is noted. */
  noted: string;
}

/** Undefined: all have been looked at, or a newer version of Courant does it. */
export async function sanitisedSoFar(
  tx: ReadTx,
  version: number,
): Promise<Sanitised | 'nothing yet' | undefined> {
  const noted = await readFact(tx, SANITISED_DOWN_TO);
  const { by, downTo } = meaningOf(noted);
  if (noted === undefined || by < version) return 'nothing yet';
  return by > version || downTo === 0 ? undefined : { below: downTo, noted };
}

/** Before the first post is looked at, it is noted that none has been: an article that goes to a newer post from then on is known. */
export async function beginSanitising(tx: WriteTx, version: number): Promise<Sanitised | undefined> {
  const soFar = await sanitisedSoFar(tx, version);
  if (soFar !== 'nothing yet') return soFar;
  const newest = await newestId(tx);
  const below = newest === 0 ? 0 : newest + 1;
  const noted = `${version}:${below}`;
  await writeFact(tx, SANITISED_DOWN_TO, noted);
  return below === 0 ? undefined : { below, noted };
}

/** `downTo` 0: all have been looked at. Unless what was `noted` before has changed since. */
export function noteSanitised(
  tx: WriteTx,
  { version, downTo }: { version: number; downTo: number },
  noted?: string,
): Promise<void> {
  return changeFact(tx, SANITISED_DOWN_TO, (known) =>
    known === undefined || known === noted ? `${version}:${downTo}` : known,
  );
}

/** For a post that is given the article of another, which may not have been looked at: everything from there on is looked at once more. */
export async function lookAgainAt(tx: WriteTx, id: number): Promise<void> {
  const { by, downTo } = meaningOf(await readFact(tx, SANITISED_DOWN_TO));
  if (downTo === 0) return;
  // With the id, so that it is another in any case: whoever is looking at this very post has seen it without the article.
  await writeFact(tx, SANITISED_DOWN_TO, `${by}:${Math.max(downTo, id + 1)}:${id}`);
}

function meaningOf(noted: string | undefined): { by: number; downTo: number } {
  const [by = 0, downTo = 0] = (noted ?? '').split(':').map(Number);
  return { by, downTo };
}

/**
 * The next posts below one, the newest first, and whether an older version of the sanitiser may have written any of their texts: what a post said
 * before an edit is as it was when the edit came.
 */
export async function nextPosts(
  tx: ReadTx,
  { below, version, limit }: { below: number; version: number; limit: number },
): Promise<{ id: number; isOlder: boolean }[]> {
  const rows = await tx.all<{ id: number; is_older: number }>(sql`
    SELECT c.post_id AS id,
      CASE WHEN c.sanitiser < ${version} OR t.sanitiser < ${version} OR c.first_content IS NOT NULL THEN 1 ELSE 0 END AS is_older
    FROM post_contents c LEFT JOIN full_texts t ON t.post_id = c.post_id
    WHERE c.post_id < ${below} ORDER BY c.post_id DESC LIMIT ${limit}`);
  return rows.map((row) => ({ id: row.id, isOlder: row.is_older === 1 }));
}

/** Undefined if the post is gone. */
export async function htmlOfPost(tx: ReadTx, id: number): Promise<PostHtml | undefined> {
  return tx.get<PostHtml>(sql`
    SELECT c.content, c.summary, c.first_content, t.content AS article
    FROM post_contents c LEFT JOIN full_texts t ON t.post_id = c.post_id WHERE c.post_id = ${id}`);
}

/** How many items show a post. */
export async function countCopies(tx: ReadTx, id: number): Promise<number> {
  const row = await tx.get<{ count: number }>(sql`SELECT count(*) AS count FROM items WHERE post_id = ${id}`);
  return row?.count ?? 0;
}

/**
 * Replaces what is still as it was before: an article that has come meanwhile was sanitised when it came. The post must be locked. Returns whether
 * its own texts were replaced, and whether its article was.
 */
export async function replaceHtml(
  tx: WriteTx,
  { id, before, after }: CleanedPost,
  version: number,
): Promise<{ own: boolean; article: boolean }> {
  const differs = (text: keyof PostHtml): boolean => before[text] !== after[text];
  const own =
    (differs('content') || differs('summary') || differs('first_content')) &&
    (await tx.run(sql`
      UPDATE post_contents SET content = ${after.content}, summary = ${after.summary}, first_content = ${after.first_content},
        sanitiser = ${version}
      WHERE post_id = ${id} AND content IS NOT DISTINCT FROM ${before.content} AND summary IS NOT DISTINCT FROM ${before.summary}
        AND first_content IS NOT DISTINCT FROM ${before.first_content}`)) > 0;
  const article =
    differs('article') &&
    (await tx.run(sql`
      UPDATE full_texts SET content = ${after.article}, sanitiser = ${version} WHERE post_id = ${id} AND content = ${before.article}`)) >
      0;
  return { own, article };
}
