// The texts that an older version of the sanitiser has let through, until today's has looked at them.
import { readFact, writeFact } from '../facts.ts';
import { sql } from '../sql.ts';
import type { ReadTx, WriteTx } from '../store.ts';

/** `version:id`: from that post on, the texts of all posts are as that version lets them through. */
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

/** The posts from this id on have been looked at. Undefined: all have, or a newer version of Courant does it. */
export async function unsanitisedBelow(tx: ReadTx, version: number): Promise<number | undefined> {
  const known = await readFact(tx, SANITISED_DOWN_TO);
  const [by = 0, downTo = 0] = (known ?? '').split(':').map(Number);
  if (by > version || (by === version && downTo === 0)) return undefined;
  if (by === version) return downTo;
  const last = await tx.get<{ id: number | null }>(sql`SELECT max(id) AS id FROM posts`);
  return (last?.id ?? 0) + 1;
}

/** `downTo` 0: all have been looked at. */
export function noteSanitised(tx: WriteTx, { version, downTo }: { version: number; downTo: number }) {
  return writeFact(tx, SANITISED_DOWN_TO, `${version}:${downTo}`);
}

/** The next posts below one, the newest first, and whether an older version of the sanitiser has written any of their texts. */
export async function nextPosts(
  tx: ReadTx,
  { below, version, limit }: { below: number; version: number; limit: number },
): Promise<{ id: number; isOlder: boolean }[]> {
  const rows = await tx.all<{ id: number; is_older: number }>(sql`
    SELECT c.post_id AS id, CASE WHEN c.sanitiser < ${version} OR t.sanitiser < ${version} THEN 1 ELSE 0 END AS is_older
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

/**
 * Replaces what is still as it was before: whatever has come meanwhile was sanitised when it came. The post must be locked. Returns whether
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
