// Moves a user's Feed to another Source, with all its Items: the repair of a feed whose source is lost.
import { moveFeedTo } from '../../store/feeds/move-feed.ts';
import { scheduleIfUnscheduled, unscheduleIfUnfollowed } from '../../store/sources/schedules.ts';
import { findSource, updateSource, wishedIntervals } from '../../store/sources/sources.ts';
import type { WriteTx } from '../../store/store.ts';
import { formerSources } from '../../store/transfer/imported-items.ts';
import { settleAwaitedBy } from '../imports/settle-awaited.ts';
import { replan } from '../schedule/replan.ts';
import { fillFeed } from './fill-feed.ts';

/** Nobody moves feeds from more sources to one, unless to try what comes of it. */
const mostFormerSources = 100;

/** Newer posts of the other source come as new items. The schedules of both sources must be locked. */
export async function moveFeed(
  tx: WriteTx,
  feed: { id: number; userId: number; sourceId: number },
  into: number,
): Promise<void> {
  const newestKnownAt = await moveFeedTo(tx, feed, into);
  await inheritFormer(tx, into, await formerSources(tx, { ...feed, sourceId: into }));
  await fillFeed(tx, { ...feed, sourceId: into }, newestKnownAt);
  await settleAwaitedBy(tx, into, [feed.id]);
  await scheduleIfUnscheduled(tx, into);
  await unscheduleIfUnfollowed(tx, feed.sourceId);
  // An interval that this follower has asked for counts at the new source now, and no longer at the former one.
  for (const sourceId of [feed.sourceId, into]) {
    if ((await wishedIntervals(tx, sourceId)).some((wish) => wish !== undefined)) await replan(tx, sourceId);
  }
}

/** Notes of which other sources the feeds of one have items still, since they were moved from there. */
export async function inheritFormer(
  tx: WriteTx,
  sourceId: number,
  former: readonly number[] | undefined,
): Promise<void> {
  const source = await findSource(tx, sourceId);
  if (!source || !former || former.length === 0) return;
  const known = new Set([...(source.memory.formerSources ?? []), ...former]);
  const memory = { ...source.memory, formerSources: [...known].slice(-mostFormerSources) };
  await updateSource(tx, sourceId, { ...source, memory });
}
