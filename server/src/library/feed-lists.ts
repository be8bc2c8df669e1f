// Lists of Feeds for a caller that keeps the previous one: the figures of all are compared, and only changed feeds are read in full.
import { goesByTime } from '../crawler/schedule/health.ts';
import type { ChangeKind } from '../model/change.ts';
import type { Feed } from '../model/feed.ts';
import { changesOfKinds, changeUpTo } from '../store/changes.ts';
import { areSame, type FeedFigures, feedFigures, figuresOf } from '../store/feeds/feed-figures.ts';
import { findFeeds, listFeeds, listFeedsOfGroup } from '../store/feeds/feeds.ts';
import { ownGroupIds } from '../store/feeds/groups.ts';
import type { ReadTx } from '../store/store.ts';
import { latestPlace, type Place } from './cursors.ts';
import { noSuchGroup } from './groups.ts';
import type { Library } from './library.ts';
import { feedListSteps } from './limits.ts';

/** Whose feeds: all of a user, or those of a group. */
export interface FeedScope {
  userId: number;
  groupId?: number;
}

/** What is needed to find out later what has changed. */
export interface FeedList {
  /** The latest place in the user's sequence of changes. */
  place: Place;
  /** The figures of each feed, in order of id; the same object as in the previous list if the feed has not changed. */
  figures: readonly FeedFigures[];
  /** Feeds that change just because time passes. */
  aging: ReadonlySet<number>;
}

export interface ReadFeeds {
  list: FeedList;
  /** The feeds that may differ from the previous list; all of them if there is none. */
  changed: readonly Feed[];
}

const ofFeeds: readonly ChangeKind[] = ['feeds.new', 'feeds.changed', 'feeds.removed'];

/**
 * The feeds of a scope that may differ from `before`. Changes of feeds are in the sequence of changes, except for their figures, which
 * are compared; feeds that change as time passes are read each time. Throws Refusal `not-found`.
 */
export function listFeedsAfter(
  { store }: Library,
  scope: FeedScope,
  before: FeedList | undefined,
): Promise<ReadFeeds> {
  return store.read(async (tx) => {
    await requireGroup(tx, scope);
    const place = await latestPlace(tx, scope.userId);
    const told = before && (await toldSince(tx, scope.userId, before.place, place));
    return before && told ? readChanged(tx, scope, { before, told, place }) : readAll(tx, scope, place);
  });
}

async function readAll(tx: ReadTx, { userId, groupId }: FeedScope, place: Place): Promise<ReadFeeds> {
  const all = await (groupId === undefined ? listFeeds(tx, userId) : listFeedsOfGroup(tx, userId, groupId));
  return { list: { place, figures: all.map(figuresOf), aging: agingAmong(all) }, changed: all };
}

async function readChanged(
  tx: ReadTx,
  scope: FeedScope,
  { before, told, place }: { before: FeedList; told: ReadonlySet<number>; place: Place },
): Promise<ReadFeeds> {
  const now = await feedFigures(tx, scope.userId, scope.groupId);
  let at = 0;
  const figures = now.map((each) => {
    while ((before.figures[at]?.id ?? each.id) < each.id) at++;
    const known = before.figures[at];
    const isAsBefore = known && areSame(known, each) && !told.has(each.id) && !before.aging.has(each.id);
    return isAsBefore ? known : each;
  });
  const ids = now.filter((each, place) => each === figures[place]).map(({ id }) => id);
  if (ids.length > feedListSteps.readApart) return readAll(tx, scope, place);
  const changed = ids.length === 0 ? [] : await findFeeds(tx, scope.userId, ids);
  return { list: { place, figures, aging: agingAmong(changed) }, changed };
}

function agingAmong(read: readonly Feed[]): ReadonlySet<number> {
  return new Set(read.filter(({ condition }) => goesByTime(condition)).map(({ id }) => id));
}

/** The feeds named between two places; undefined if too much has happened, or not all changes are kept. */
async function toldSince(
  tx: ReadTx,
  userId: number,
  from: Place,
  to: Place,
): Promise<ReadonlySet<number> | undefined> {
  if (from.seq === to.seq) return from.at === to.at ? new Set() : undefined;
  const last = await changeUpTo(tx, userId, from.seq);
  // A different history, or one whose beginning was forgotten: see `placeOf`.
  if (last === undefined || last.seq !== from.seq || last.at !== from.at) return undefined;
  const limit = feedListSteps.changes;
  const changes = await changesOfKinds(tx, userId, { after: from.seq, limit, kinds: ofFeeds });
  return changes.length === limit ? undefined : new Set(changes.flatMap(({ ids }) => ids));
}

async function requireGroup(tx: ReadTx, { userId, groupId }: FeedScope): Promise<void> {
  if (groupId === undefined) return;
  if ((await ownGroupIds(tx, userId, [groupId])).length === 0) noSuchGroup('list feeds', groupId);
}
