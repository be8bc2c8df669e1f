// How users' policies of retention are kept.
import type { RetentionPolicies, RetentionPolicy } from '../../model/retention.ts';
import { sql } from '../sql.ts';
import type { ReadTx, WriteTx } from '../store.ts';

interface PolicyRow {
  keep: RetentionPolicy['keep'];
  keep_count: number | null;
}

/** Items are kept for ever unless the user says otherwise. Feeds that are not followed any more are left out. */
export async function readPolicies(tx: ReadTx, userId: number): Promise<RetentionPolicies> {
  const own = await tx.get<PolicyRow>(
    sql`SELECT keep, keep_count FROM retention_policies WHERE user_id = ${userId}`,
  );
  const rows = await tx.all<PolicyRow & { feed_id: number }>(sql`
    SELECT w.feed_id, w.keep, w.keep_count FROM feed_wishes w JOIN feeds f ON f.id = w.feed_id
    WHERE w.user_id = ${userId} AND w.keep IS NOT NULL ORDER BY w.feed_id`);
  return {
    policy: own ? policyOf(own) : { keep: 'forever' },
    feeds: rows.map((row) => ({ feedId: row.feed_id, policy: policyOf(row) })),
  };
}

/** A feed's own policy, also of one that is not followed any more; undefined: it has none. */
export async function readFeedPolicy(tx: ReadTx, feedId: number): Promise<RetentionPolicy | undefined> {
  const row = await tx.get<PolicyRow>(
    sql`SELECT keep, keep_count FROM feed_wishes WHERE feed_id = ${feedId} AND keep IS NOT NULL`,
  );
  return row && policyOf(row);
}

export async function writePolicy(tx: WriteTx, userId: number, policy: RetentionPolicy): Promise<void> {
  await tx.run(sql`
    INSERT INTO retention_policies (user_id, keep, keep_count) VALUES (${userId}, ${policy.keep}, ${countOf(policy)})
    ON CONFLICT (user_id) DO UPDATE SET keep = excluded.keep, keep_count = excluded.keep_count`);
}

/** Sets a feed's own policy; undefined removes it. */
export async function writeFeedPolicy(
  tx: WriteTx,
  feed: { id: number; userId: number },
  policy: RetentionPolicy | undefined,
): Promise<void> {
  await tx.run(sql`
    INSERT INTO feed_wishes (feed_id, user_id, keep, keep_count)
    VALUES (${feed.id}, ${feed.userId}, ${policy?.keep ?? null}, ${policy ? countOf(policy) : null})
    ON CONFLICT (feed_id) DO UPDATE SET keep = excluded.keep, keep_count = excluded.keep_count`);
}

/** Users after an id who have a policy that removes something, in order of id. */
export async function usersWithPolicies(tx: ReadTx, after: number, limit: number): Promise<number[]> {
  const rows = await tx.all<{ user_id: number }>(sql`
    SELECT user_id FROM retention_policies WHERE user_id > ${after} AND keep <> 'forever'
    UNION SELECT user_id FROM feed_wishes WHERE user_id > ${after} AND keep <> 'forever'
    ORDER BY user_id LIMIT ${limit}`);
  return rows.map((row) => row.user_id);
}

function policyOf({ keep, keep_count: count }: PolicyRow): RetentionPolicy {
  return keep === 'forever' || count === null ? { keep: 'forever' } : { keep, count };
}

function countOf(policy: RetentionPolicy): number | null {
  return policy.keep === 'forever' ? null : policy.count;
}
