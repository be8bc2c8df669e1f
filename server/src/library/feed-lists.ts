// Lists of Feeds for whoever keeps the one before: the numbers of all are looked at, and what has changed since is read whole.
import { goesByTime } from '../crawler/health.ts';
import type { ChangeKind } from '../model/change.ts';
import type { Feed } from '../model/feed.ts';
import { changesOfKinds, changeUpTo } from '../store/changes.ts';
import { areSame, type FeedFigures, feedFigures, figuresOf } from '../store/feed-figures.ts';
import { findFeeds, listFeeds, listFeedsOfGroup } from '../store/feeds.ts';
import { ownGroupIds } from '../store/groups.ts';
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

/** By this it is known later what has changed. */
export interface FeedList {
  /** How far the user's changes went. */
  place: Place;
  /** Of each feed, in order of id: those of the list before themselves, where the feed is as it was. */
  figures: readonly FeedFigures[];
  /** Feeds that look otherwise when time has gone by. */
  aging: ReadonlySet<number>;
}

export interface ReadFeeds {
  list: FeedList;
  /** Those that are not known to be as they were in the list before: all of them, where there is none. */
  changed: readonly Feed[];
}

const ofFeeds: readonly ChangeKind[] = ['feeds.new', 'feeds.changed', 'feeds.removed'];

/**
 * The feeds of a scope, as far as they are not what they were in `before`. What is told of a feed is told in the sequence of changes, but
 * for its figures, which are compared; what goes by the time is read each time. Throws Refusal `not-found`.
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

/** The feeds that were named between two places; undefined where too much has happened, or not all that did is kept. */
async function toldSince(
  tx: ReadTx,
  userId: number,
  from: Place,
  to: Place,
): Promise<ReadonlySet<number> | undefined> {
  if (from.seq === to.seq) return from.at === to.at ? new Set() : undefined;
  const last = await changeUpTo(tx, userId, from.seq);
  // Another history, or one whose beginning was forgotten: see `placeOf`.
  if (last === undefined || last.seq !== from.seq || last.at !== from.at) return undefined;
  const limit = feedListSteps.changes;
  const changes = await changesOfKinds(tx, userId, { after: from.seq, limit, kinds: ofFeeds, except: [] });
  return changes.length === limit ? undefined : new Set(changes.flatMap(({ ids }) => ids));
}

async function requireGroup(tx: ReadTx, { userId, groupId }: FeedScope): Promise<void> {
  if (groupId === undefined) return;
  if ((await ownGroupIds(tx, userId, [groupId])).length === 0) noSuchGroup('list feeds', groupId);
}
