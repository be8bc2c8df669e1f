// How long a user keeps items. Unread and starred items are kept whatever the policy says.

export type RetentionPolicy =
  | { keep: 'forever' }
  /** Items that came within the last `count` days. */
  | { keep: 'days'; count: number }
  /** The newest `count` of each feed. */
  | { keep: 'newest'; count: number };

/** The user's policy, and those of feeds that have their own. */
export interface RetentionPolicies {
  policy: RetentionPolicy;
  /** In ascending order of the feeds' ids. */
  feeds: readonly { feedId: number; policy: RetentionPolicy }[];
}

/** Whichever policy keeps all that the other keeps; `forever` if neither does. If they are equal, the first. */
export function keepingBoth(one: RetentionPolicy, other: RetentionPolicy): RetentionPolicy {
  if (one.keep === 'forever') return one;
  if (other.keep === 'forever') return other;
  if (one.keep !== other.keep) return { keep: 'forever' };
  return one.count >= other.count ? one : other;
}

/** The policy that applies to a feed. */
export function policyFor({ policy, feeds }: RetentionPolicies, feedId: number): RetentionPolicy {
  return feeds.find((own) => own.feedId === feedId)?.policy ?? policy;
}
