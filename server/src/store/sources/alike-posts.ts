// Posts of two sources that are one under different names: the guids of one have changed since it was first read, those of the other never did.
import { sql } from '../sql.ts';
import type { ReadTx } from '../store.ts';
import { NEVER_SHOWN } from './posts.ts';

/** Pairs that are read together: each of one side is compared with each of the other. */
const PAIRS_AT_ONCE = 100;

interface AlikePosts {
  old: number;
  kept: number;
}

interface Looks {
  id: number;
  identity: string;
  url: string;
  title: string;
  published_at: number;
  text_hash: string;
}

/** What two posts `a` and `b` have to share. Without a date it would be too little: publishers repeat words. */
export const looksAlike = sql`b.url = a.url AND b.title = a.title AND b.published_at = a.published_at AND b.text_hash = a.text_hash`;

/**
 * Posts of `from` that have a twin in `into` only by link, title, date and words, in portions. It has to be the only one on either side, and
 * `into` must have shown its own: then there is nothing by which a reader could tell them apart.
 */
export async function alikePosts(tx: ReadTx, from: number, into: number): Promise<AlikePosts[][]> {
  const [olds, kepts] = [await datedPosts(tx, from), await datedPosts(tx, into)];
  const named = [new Set(olds.map(nameOf)), new Set(kepts.map(nameOf))] as const;
  const [left, right] = [onlyOnes(olds), onlyOnes(kepts)];
  const pairs: AlikePosts[] = [];
  for (const [looks, old] of left) {
    const kept = right.get(looks);
    if (kept && !named[1].has(old.identity) && !named[0].has(kept.identity) && !kept.isForeign)
      pairs.push({ old: old.id, kept: kept.id });
  }
  return Array.from({ length: Math.ceil(pairs.length / PAIRS_AT_ONCE) }, (_, index) =>
    pairs.slice(index * PAIRS_AT_ONCE, (index + 1) * PAIRS_AT_ONCE),
  );
}

interface Dated {
  id: number;
  identity: string;
  looks: string;
  isForeign: boolean;
}

async function datedPosts(tx: ReadTx, sourceId: number): Promise<Dated[]> {
  const rows = await tx.all<Looks & { is_foreign: number }>(sql`
    SELECT id, identity, url, title, published_at, text_hash, CASE WHEN left_at = ${NEVER_SHOWN} THEN 1 ELSE 0 END AS is_foreign
    FROM posts WHERE source_id = ${sourceId} AND published_at IS NOT NULL ORDER BY id`);
  return rows.map((row) => ({
    id: row.id,
    identity: row.identity,
    looks: [row.url, row.title, row.published_at, row.text_hash].join('\n'),
    isForeign: row.is_foreign === 1,
  }));
}

function nameOf({ identity }: Dated): string {
  return identity;
}

/** By what they look like, without those that look like another. */
function onlyOnes(posts: readonly Dated[]): Map<string, Dated> {
  const found = Map.groupBy(posts, ({ looks }) => looks);
  return new Map([...found].flatMap(([looks, [post, other]]) => (post && !other ? [[looks, post]] : [])));
}
