// Presents the state of feeds, for the extension app.courant.health.
import type { FeedCondition, FeedHealth, Proposal } from '@courant/protocol';
import { toIso } from '../../clock.ts';
import { healthOfFeed, type Remedy, type SourceHealth } from '../../library/health.ts';
import type { Feed } from '../../model/feed.ts';
import type { Said } from '../../model/said.ts';

/** For lists: a healthy feed only reports times. */
export function presentFeedHealth(feed: Feed): FeedHealth {
  const { state, why, remedy } = healthOfFeed(feed);
  const { memory, checkedAt, nextVisitAt } = feed.condition;
  return {
    state,
    ...(why && presentSaid(why)),
    ...dates({
      failing_since: memory.failingSince,
      last_success_at: checkedAt,
      next_try_at: nextVisitAt,
    }),
    ...(remedy && { proposal: presentRemedy(remedy) }),
  };
}

export function presentCondition(feedId: number, health: SourceHealth): FeedCondition {
  return {
    feed_id: feedId,
    state: health.state,
    ...presentSaid(health),
    failures: health.failures,
    ...dates({
      failing_since: health.failingSince,
      last_success_at: health.lastSuccessAt,
      last_visit_at: health.lastVisitAt,
      next_try_at: health.nextVisitAt,
      newest_post_at: health.newestPostAt,
    }),
    ...(health.remedy && { proposal: presentRemedy(health.remedy) }),
    // Without cause and duration: they would reveal differences that the sentences hide.
    visits: health.visits.map(({ at, ok, status, newPosts, ...said }) => ({
      at: toIso(at),
      ok,
      ...presentSaid(said),
      ...(status !== undefined && { status }),
      new_posts: newPosts,
    })),
  };
}

export function presentSaid({ sentence, code }: Said): { sentence: string; code?: string } {
  return { sentence, ...(code !== undefined && { code }) };
}

const kinds: Readonly<Record<Remedy['kind'], Proposal['kind']>> = {
  moved: 'moved',
  'found-feed': 'found_feed',
  accept: 'accept',
  unfollow: 'unfollow',
  'needs-login': 'needs_login',
  'bot-wall': 'bot_wall',
};

function presentRemedy({ kind, sentence, url }: Remedy): Proposal {
  return { kind: kinds[kind], sentence, ...(url !== undefined && { url }) };
}

/** A plain loop, because it runs for each of thousands of feeds. */
function dates<Name extends string>(times: Record<Name, number | undefined>): { [Key in Name]?: string } {
  const written: { [Key in Name]?: string } = {};
  for (const name in times) {
    const time = times[name];
    if (time !== undefined) written[name] = toIso(time);
  }
  return written;
}
