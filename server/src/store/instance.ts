// What an instance holds and how it is doing, in numbers that cost little to find: nothing that grows with the posts is counted row by row.
import { imagesKept } from './sources/images.ts';
import { sql } from './sql.ts';
import type { ReadTx } from './store.ts';

export interface InstanceState {
  database: 'sqlite' | 'postgres';
  users: number;
  feeds: number;
  sources: number;
  /** Ever stored, including those removed since. */
  postsEver: number;
  itemsEver: number;
  databaseBytes: number;
  images: { count: number; bytes: number };
  /** Sources that somebody follows and whose visit is due. */
  sourcesDue: number;
  /** Sources whose last visits failed. */
  sourcesFailing: number;
  lastVisitAt: number | undefined;
}

interface Row {
  users: number;
  feeds: number;
  sources: number;
  posts_ever: number | null;
  items_ever: number | null;
  due: number;
  failing: number;
  last_visit_at: number | null;
}

export async function readInstanceState(tx: ReadTx): Promise<InstanceState> {
  const row = await tx.get<Row>(sql`
    SELECT (SELECT count(*) FROM users) AS users, (SELECT count(*) FROM feeds) AS feeds,
      (SELECT count(*) FROM sources) AS sources, (SELECT max(id) FROM posts) AS posts_ever,
      (SELECT value FROM counters WHERE name = 'item') AS items_ever,
      (SELECT count(*) FROM schedules WHERE next_visit_at <= ${tx.now}) AS due,
      (SELECT count(*) FROM schedules WHERE next_visit_at IS NOT NULL AND failures > 0) AS failing,
      (SELECT max(last_visit_at) FROM schedules) AS last_visit_at`);
  const size = await tx.get<{ bytes: number }>(tx.dialect.databaseBytes);
  return {
    database: tx.dialect.name,
    users: row?.users ?? 0,
    feeds: row?.feeds ?? 0,
    sources: row?.sources ?? 0,
    postsEver: row?.posts_ever ?? 0,
    itemsEver: row?.items_ever ?? 0,
    databaseBytes: size?.bytes ?? 0,
    images: await imagesKept(tx),
    sourcesDue: row?.due ?? 0,
    sourcesFailing: row?.failing ?? 0,
    lastVisitAt: row?.last_visit_at ?? undefined,
  };
}
