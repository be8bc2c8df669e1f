// What feeds publish and what is read of it, for whoever plots or sorts them.
import {
  type Activity,
  beginningOf,
  dayAt,
  daysShown,
  type Pulse,
  plot,
  weeksShown,
} from '../model/activity.ts';
import { Refusal } from '../model/refusal.ts';
import { countItems, listPulses as listStored, postsByHour, readByDay } from '../store/activity.ts';
import { findFeed } from '../store/feeds.ts';
import { findSource } from '../store/sources.ts';
import type { Library } from './library.ts';

const DAY_MS = 86_400_000;

/** Of each feed how much it has published within 30 days, and when it did last. */
export function listPulses({ store }: Library, userId: number): Promise<Pulse[]> {
  return store.read((tx) => listStored(tx, userId, tx.now - daysShown * DAY_MS));
}

/** What one feed publishes, by a clock that is `offsetMs` ahead of UTC. Throws Refusal `not-found`. */
export function getActivity(
  { store }: Library,
  userId: number,
  { id, offsetMs }: { id: number; offsetMs: number },
): Promise<Activity> {
  return store.read(async (tx) => {
    const feed = await findFeed(tx, userId, id);
    if (!feed) throw new Refusal('not-found', `Cannot get activity: there is no feed ${id}`);
    const today = dayAt(tx.now, offsetMs);
    const yearly = { since: beginningOf(today, weeksShown * 7, offsetMs), offsetMs };
    const monthly = { since: beginningOf(today, daysShown, offsetMs), offsetMs };
    const published = await postsByHour(tx, feed.sourceId, yearly);
    const read = await readByDay(tx, id, monthly);
    return {
      followedAt: feed.createdAt,
      language: (await findSource(tx, feed.sourceId))?.language,
      items: await countItems(tx, id),
      ...plot(today, published, read),
    };
  });
}
