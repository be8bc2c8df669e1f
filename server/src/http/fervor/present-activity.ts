// Presents what feeds publish, for the extension app.courant.feeds.
import type { FeedActivity, FeedPulse, WirePulse } from '@courant/protocol';
import { toIso } from '../../clock.ts';
import type { Activity, Pulse } from '../../model/activity.ts';

const DAY_MS = 86_400_000;

export function presentPulse({ feedId, posts, newestPostAt }: Pulse): FeedPulse {
  return {
    feed_id: feedId,
    posts,
    ...(newestPostAt === undefined ? {} : { newest_post_at: toIso(newestPostAt) }),
  };
}

/** `today`: days since 1970. */
export function presentDays({ today, days }: { today: number; days: number[] }): WirePulse {
  return { last_date: toIso(today * DAY_MS).slice(0, 10), days };
}

export function presentActivity(feedId: number, activity: Activity): FeedActivity {
  const { followedAt, language, items, days, weeks, hours } = activity;
  return {
    feed_id: feedId,
    followed_at: toIso(followedAt),
    ...(language === undefined ? {} : { language }),
    items,
    days: days.map(({ at, posts, read }) => ({ date: toIso(at).slice(0, 10), posts, read })),
    weeks,
    hours,
  };
}
