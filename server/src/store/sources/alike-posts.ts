// Posts of two sources that are one under different names: the guids of one have changed since it was first read, those of the other never did.
import { type Sql, sql } from '../sql.ts';
import { NEVER_SHOWN } from './posts.ts';

/** Whether a reader could tell two posts `a` and `b` apart, whose contents are `ac` and `bc`. */
export const showsOther = sql`(a.url <> b.url OR a.title <> b.title OR a.author IS DISTINCT FROM b.author
  OR a.published_at IS DISTINCT FROM b.published_at OR ac.content IS DISTINCT FROM bc.content
  OR ac.summary IS DISTINCT FROM bc.summary OR ac.details IS DISTINCT FROM bc.details)`;

/**
 * Selects as `old` the posts of `from` that no name finds in `into`, but one post there shows the same (`kept`). It has to be the only one
 * of its date and words on either side, and `into` must have shown its own. Without a date that would be too little, for publishers repeat words,
 * unless both documents show it now.
 */
export function alikePosts(from: number, into: number): Sql {
  const isNameless = sql`NOT EXISTS (SELECT 1 FROM posts named WHERE named.source_id = ${into} AND named.identity = a.identity)`;
  // Only the days of such posts are looked at: most merges have few. Grouped, because nothing keeps a site from giving all the same date.
  const dated = sql`published_at IS NOT NULL AND sort_at IN (SELECT sort_at FROM posts a WHERE source_id = ${from} AND ${isNameless})`;
  const pairs = (which: Sql): Sql => sql`
    SELECT min(CASE WHEN source_id = ${from} THEN id END) AS old, min(CASE WHEN source_id = ${into} THEN id END) AS kept
    FROM posts WHERE source_id IN (${from}, ${into}) AND ${which} GROUP BY published_at, text_hash HAVING count(*) = 2`;
  return sql`
    SELECT a.id AS old, b.id AS kept
    FROM (${pairs(dated)} UNION ALL ${pairs(sql`published_at IS NULL AND left_at IS NULL`)}) AS pairs
      JOIN posts a ON a.id = pairs.old JOIN posts b ON b.id = pairs.kept
      LEFT JOIN post_contents ac ON ac.post_id = a.id LEFT JOIN post_contents bc ON bc.post_id = b.id
    WHERE b.left_at IS DISTINCT FROM ${NEVER_SHOWN} AND ${isNameless} AND NOT ${showsOther}
      AND NOT EXISTS (SELECT 1 FROM posts named WHERE named.source_id = ${from} AND named.identity = b.identity)`;
}
