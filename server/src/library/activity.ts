// What feeds publish and what their user reads of it, for plots and for sorting.
import {
  type Activity,
  beginningOf,
  dayAt,
  daysShown,
  type Pulse,
  plot,
  weeksShown,
} from '../model/activity.ts';
import type { ItemScope } from '../model/item.ts';
import { slicesOf } from '../model/slices.ts';
import {
  countItemsOfFeed,
  followedSources,
  listPulses as listStored,
  postsByDay,
  postsByHour,
  readByDay,
} from '../store/feeds/activity.ts';
import { findSource } from '../store/sources/sources.ts';
import { othersTurn } from '../store/turn.ts';
import { requireFeed } from './feeds.ts';
import type { Library } from './library.ts';
import { countedAtOnce } from './limits.ts';
import { requireFeedsOf } from './require-own.ts';

const DAY_MS = 86_400_000;

/** For each feed, how much it has published within 30 days, and when it last did. */
export function listPulses({ store }: Library, userId: number): Promise<Pulse[]> {
  return store.read((tx) => listStored(tx, userId, tx.now - daysShown * DAY_MS));
}

/** The number of posts on each day shown, oldest first; `today` is the last. Throws Refusal `cannot` for an unknown feed or group. */
export async function getPulse(
  { store }: Library,
  userId: number,
  { scope, offsetMs }: { scope: Exclude<ItemScope, { of: 'starred' }>; offsetMs: number },
): Promise<{ today: number; days: number[] }> {
  const { today, sources } = await store.read(async (tx) => ({
    today: dayAt(tx.now, offsetMs),
    sources: await followedSources(tx, userId, await requireFeedsOf(tx, userId, scope, 'get activity')),
  }));
  const since = beginningOf(today, daysShown, offsetMs);
  const days = Array.from({ length: daysShown }, () => 0);
  for (const some of slicesOf(sources, countedAtOnce)) {
    const counts = await store.read((tx) => postsByDay(tx, some, { userId, since, offsetMs }));
    for (const { day, posts } of counts) {
      const place = daysShown - 1 - (today - day);
      days[place] = (days[place] ?? 0) + posts;
    }
    if (sources.length > some.length) await othersTurn();
  }
  return { today, days: days.slice(0, daysShown) };
}

/** What one feed publishes, on clocks that are `offsetMs` ahead of UTC. Throws Refusal `not-found`. */
export function getActivity(
  { store }: Library,
  userId: number,
  { id, offsetMs }: { id: number; offsetMs: number },
): Promise<Activity> {
  return store.read(async (tx) => {
    const feed = await requireFeed(tx, userId, { id, action: 'get activity' });
    const today = dayAt(tx.now, offsetMs);
    const yearly = { userId, since: beginningOf(today, weeksShown * 7, offsetMs), offsetMs };
    const monthly = { since: beginningOf(today, daysShown, offsetMs), offsetMs };
    const published = await postsByHour(tx, feed.sourceId, yearly);
    const read = await readByDay(tx, id, monthly);
    return {
      followedAt: feed.createdAt,
      language: (await findSource(tx, feed.sourceId))?.language,
      items: await countItemsOfFeed(tx, id),
      ...plot(today, published, read),
    };
  });
}
