// Presents how long items are kept, for the extension app.courant.retention.
import type { WireRetentionPolicy, WireRetentionPreview } from '@courant/protocol';
import { toIso } from '../../clock.ts';
import type { RetentionPreview } from '../../library/retention.ts';
import type { RetentionPolicies } from '../../model/retention.ts';

export function presentPolicies({ policy, feeds }: RetentionPolicies): WireRetentionPolicy {
  return { ...policy, feeds: feeds.map((own) => ({ feed_id: own.feedId, ...own.policy })) };
}

export function presentPreviews(previews: readonly RetentionPreview[]): WireRetentionPreview {
  return {
    count: previews.reduce((sum, preview) => sum + preview.count, 0),
    feeds: previews.map(({ feedId, count, oldest, newest }) => ({
      feed_id: feedId,
      count,
      oldest: toIso(oldest),
      newest: toIso(newest),
    })),
  };
}
