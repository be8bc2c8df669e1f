// How long a user keeps items. What is unread or starred is kept whatever a policy says.

export type RetentionPolicy =
  | { keep: 'forever' }
  /** Items that came within the last `count` days. */
  | { keep: 'days'; count: number }
  /** The newest `count` of each feed. */
  | { keep: 'newest'; count: number };

/** The policy of a user, and those of single feeds that have one of their own. */
export interface RetentionPolicies {
  policy: RetentionPolicy;
  /** In order of the feeds' ids. */
  feeds: readonly { feedId: number; policy: RetentionPolicy }[];
}

/** The one that removes nothing which the other keeps; for ever where neither is. Of two alike it is the first. */
export function keepingBoth(one: RetentionPolicy, other: RetentionPolicy): RetentionPolicy {
  if (one.keep === 'forever') return one;
  if (other.keep === 'forever') return other;
  if (one.keep !== other.keep) return { keep: 'forever' };
  return one.count >= other.count ? one : other;
}

/** The policy that holds for a feed. */
export function policyFor({ policy, feeds }: RetentionPolicies, feedId: number): RetentionPolicy {
  return feeds.find((own) => own.feedId === feedId)?.policy ?? policy;
}
