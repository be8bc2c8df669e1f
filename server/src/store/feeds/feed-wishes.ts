// How a user's wishes for one Feed are kept. They outlive the feed: whoever undoes an unsubscription finds them again.
import { keepingBoth, policyFor } from '../../model/retention.ts';
import { readFeedPolicy, readPolicies, writeFeedPolicy } from '../items/retention.ts';
import { sql } from '../sql.ts';
import type { WriteTx } from '../store.ts';

interface Own {
  id: number;
  userId: number;
}

/** Notes that the user knows that the feed is gone, and keeps it all the same. */
export async function keepGone(tx: WriteTx, feed: Own): Promise<void> {
  await tx.run(sql`
    INSERT INTO feed_wishes (feed_id, user_id, gone_kept_at) VALUES (${feed.id}, ${feed.userId}, ${tx.now})
    ON CONFLICT (feed_id) DO UPDATE SET gone_kept_at = excluded.gone_kept_at`);
}

/** Whether the articles of the feed's new posts are to be fetched. */
export async function wishArticles(tx: WriteTx, feed: Own, wanted: boolean): Promise<void> {
  await tx.run(sql`
    INSERT INTO feed_wishes (feed_id, user_id, full_text) VALUES (${feed.id}, ${feed.userId}, ${wanted ? 1 : 0})
    ON CONFLICT (feed_id) DO UPDATE SET full_text = excluded.full_text`);
}

/**
 * Passes the wishes of a feed, which may be away, to the one that it is merged into: nothing is removed that either would have kept, and
 * articles are still fetched.
 */
export async function inheritWishes(tx: WriteTx, from: Own, into: Own): Promise<void> {
  const policies = await readPolicies(tx, into.userId);
  const present = policyFor(policies, into.id);
  const policy = keepingBoth((await readFeedPolicy(tx, from.id)) ?? policies.policy, present);
  if (policy !== present) await writeFeedPolicy(tx, into, policy);
  const fetching = await tx.get<{ full_text: number }>(
    sql`SELECT full_text FROM feed_wishes WHERE feed_id = ${from.id} AND full_text = 1`,
  );
  if (fetching) await wishArticles(tx, into, true);
}
