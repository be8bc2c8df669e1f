// One feed of an import, from its address to its last item: each step is a transaction, and can be repeated after a crash.
import type { Clock } from '../../clock.ts';
import type { Crawler, Followed } from '../../crawler/crawler.ts';
import { adoptSource } from '../../crawler/following/adopt-source.ts';
import { findOwnSource } from '../../crawler/following/known-source.ts';
import { replan } from '../../crawler/schedule/replan.ts';
import { decodeXmlText } from '../../formats/entities.ts';
import { writtenTitle } from '../../formats/opml.ts';
import { comparableUrl } from '../../model/comparable-url.ts';
import type { Said } from '../../model/said.ts';
import type { ImportedFeed } from '../../model/transfer.ts';
import { lockSequence } from '../../store/counters.ts';
import { wishArticles } from '../../store/feeds/feed-wishes.ts';
import { listFeeds, updateFace, updateInterval } from '../../store/feeds/feeds.ts';
import { ownGroupIds } from '../../store/feeds/groups.ts';
import { addToCount } from '../../store/journal.ts';
import { lockSchedule } from '../../store/sources/schedules.ts';
import { findSource } from '../../store/sources/sources.ts';
import type { Store, WriteTx } from '../../store/store.ts';
import { findEntryOf } from '../../store/transfer/import-entries.ts';
import {
  findImportFeed,
  giveUpFeed,
  hasItems,
  putOff,
  setFeedState,
  setFollowed,
} from '../../store/transfer/import-parts.ts';
import { type BegunImport, findImport, findState, type OpenImport } from '../../store/transfer/imports.ts';
import { holdFeed } from '../hold-feed.ts';
import { feedIntervals } from '../limits.ts';
import { beginFeed, fillAndSchedule, findOwnFeed, joinGroups } from '../subscribe.ts';
import { importLimits } from './limits.ts';

export interface Workshop {
  store: Store;
  crawler: Crawler;
  clock: Clock;
  /** Whether the house closes: then a refusal does not come from a site. */
  isClosing(): boolean;
}

/** Takes a feed through all steps as far as possible. The result is in the store when this resolves. */
export async function followImported(
  workshop: Workshop,
  job: BegunImport,
  feed: ImportedFeed,
): Promise<void> {
  const isFollowed = feed.state === 'filling' || (await begin(workshop, job, feed));
  if (isFollowed && (await takeItems(workshop, job, feed))) await finish(workshop, job, feed);
}

/** Whether the feed is followed now, and may get its items. */
async function begin(workshop: Workshop, job: BegunImport, feed: ImportedFeed): Promise<boolean> {
  if (feed.wishes.isSite) return findAmongOwn(workshop, job, feed);
  const { store, crawler } = workshop;
  const address = asWritten(feed);
  const own = await store.read((tx) => findOwnSource(tx, job.userId, address));
  // Thousands of feeds: a person who follows one meanwhile, and the visits that are due, must not wait for all of them.
  const found = own ?? (await crawler.follow(address, { isAwaited: false }));
  if (workshop.isClosing()) return false;
  return store.write(async (tx) => {
    const source = found.kind === 'source' ? found : await unlessRefused(tx, job, { feed, found });
    // Before the user's counter, in the order of the crawler's record.
    if (!source || !(await lockSchedule(tx, source.sourceId))) return false;
    // Whoever undoes the import cancels it under this lock.
    await lockSequence(tx, job.userId);
    if (!(await isWanted(tx, job.id, feed.place))) return false;
    await subscribe(tx, job, { feed, ...source });
    return true;
  });
}

/** The source to follow. `why`: why it gives nothing for now. */
interface Subject {
  sourceId: number;
  why?: Said;
}

/**
 * A site that is busy is asked again later. One that gives nothing is followed anyway if the document has more about it than
 * its address: the posts of a blog that is gone are the very ones that nobody can get any more.
 */
async function unlessRefused(
  tx: WriteTx,
  job: OpenImport,
  { feed, found }: { feed: ImportedFeed; found: Followed & { kind: 'refused' } },
): Promise<Subject | undefined> {
  const { place } = feed;
  const { againInMs = Number.POSITIVE_INFINITY, sentence, reason: code, unasked } = found;
  const why: Said = { sentence, code };
  const waits = againInMs <= importLimits.longestWaitMs;
  // Many feeds of one platform wait for each other: that says nothing against those whose turn comes late.
  const isTry = !unasked || againInMs > importLimits.longestTurnMs;
  if (waits && (!isTry || feed.tries + 1 < importLimits.tries)) {
    await putOff(tx, job.id, { place, until: tx.now + againInMs, isTry });
    return undefined;
  }
  const sourceId = (await isMoreThanAddress(tx, job, place)) ? await adoptSource(tx, feed.url) : undefined;
  if (sourceId !== undefined) return { sourceId, why };
  await giveUpFeed(tx, job.id, { place, why });
  return undefined;
}

async function isMoreThanAddress(tx: WriteTx, { id, userId }: OpenImport, place: number): Promise<boolean> {
  const isAccount = (await findImport(tx, userId, id))?.kind === 'courant';
  return isAccount || (await hasItems(tx, { importId: id, place }));
}

async function subscribe(
  tx: WriteTx,
  { id: importId, userId, firstPosition }: BegunImport,
  { feed, sourceId, why }: Subject & { feed: ImportedFeed },
): Promise<void> {
  const known = await findOwnFeed(tx, userId, sourceId);
  const feedId = known ?? (await beginFeed(tx, userId, sourceId));
  if (known === undefined) {
    const shown = why === undefined ? feed.wishes.title : (feed.wishes.title ?? feed.wishes.lastTitle);
    const customTitle = await ownTitle(tx, sourceId, { certain: feed.wishes.customTitle, shown });
    await updateFace(tx, userId, { id: feedId, customTitle, position: firstPosition + feed.place });
    const { intervalMs, fetchesArticles = false } = feed.wishes;
    if (isGoodInterval(intervalMs)) await updateInterval(tx, userId, feedId, intervalMs);
    if (fetchesArticles) await wishArticles(tx, { id: feedId, userId }, true);
  }
  const entryId = known === undefined ? await countFollowed(tx, importId) : undefined;
  await joinGroups(tx, userId, feedId, await ownGroupIds(tx, userId, feed.groupIds));
  await setFollowed(tx, importId, { place: feed.place, feedId, wasThere: known !== undefined, entryId, why });
}

/** The entry of the journal that undoes what the import follows now. */
async function countFollowed(tx: WriteTx, importId: number): Promise<number | undefined> {
  const entryId = await findEntryOf(tx, importId);
  if (entryId !== undefined) await addToCount(tx, entryId, 1);
  return entryId;
}

/**
 * The title of a feed in the other reader becomes the user's own title if the feed calls itself something else, and not only without some
 * escapes that a list of feeds has too many. It is cut as the user's titles are, and so is what the feed calls itself: a list of feeds has
 * long titles cut.
 */
async function ownTitle(
  tx: WriteTx,
  sourceId: number,
  { certain, shown = '' }: { certain: string | undefined; shown: string | undefined },
): Promise<string | undefined> {
  const source = await findSource(tx, sourceId);
  const own = writtenTitle(certain ?? shown);
  const plain = (text: string): string =>
    writtenTitle(text).normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase();
  const others = certain === undefined ? [own, decodeXmlText(own)] : [own];
  return own !== '' && source && !others.map(plain).includes(plain(source.title)) ? own : undefined;
}

function isGoodInterval(intervalMs: number | undefined): intervalMs is number {
  const { shortestMs, longestMs } = feedIntervals;
  return intervalMs !== undefined && intervalMs >= shortestMs && intervalMs <= longestMs;
}

/** For documents that do not name an item's feed: a star alone should not make the user follow a site. */
async function findAmongOwn(
  { store }: Workshop,
  { id: importId, userId }: OpenImport,
  { url, place }: ImportedFeed,
): Promise<boolean> {
  return store.write(async (tx) => {
    const host = hostOf(url);
    const feeds = await listFeeds(tx, userId);
    const page = comparableUrl(url);
    const own =
      feeds.find((feed) => comparableUrl(feed.url) === page) ??
      feeds.find((feed) => hostOf(feed.url) === host || hostOf(feed.feedUrl) === host);
    if (own) await setFollowed(tx, importId, { place, feedId: own.id, wasThere: true });
    else {
      const sentence = `No feed of ${host} is followed: follow one, and try again`;
      const why: Said = { sentence, code: 'feed-not-followed' };
      await giveUpFeed(tx, importId, { place, why });
    }
    return own !== undefined;
  });
}

/** Whether the feed has all its items. */
async function takeItems(workshop: Workshop, job: OpenImport, feed: ImportedFeed): Promise<boolean> {
  const { store, crawler } = workshop;
  const place = { importId: job.id, userId: job.userId, place: feed.place };
  for (;;) {
    const taken = await crawler.takeImported(place);
    if (taken === 'done') return true;
    if (taken === 'left') return false;
    if (workshop.isClosing()) return false;
    if (taken === 'away') {
      await store.write((tx) =>
        putOff(tx, job.id, { place: feed.place, until: tx.now + importLimits.restMs, isTry: true }),
      );
      return false;
    }
  }
}

/** Gives the feed what was published since, so that this is newer than what the document brought. */
async function finish({ store }: Workshop, { id: importId, userId }: OpenImport, { place }: ImportedFeed) {
  await store.write(async (tx) => {
    const { feedId } = (await findImportFeed(tx, importId, place)) ?? {};
    if (feedId === undefined) return;
    const feed = await holdFeed(tx, userId, feedId);
    // An undo may have removed it, or it may have become one with another.
    const row = await findImportFeed(tx, importId, place);
    if (row?.state !== 'filling' || row.feedId !== feedId) return;
    // Unless it was unfollowed meanwhile.
    if (feed && !row.wasThere) {
      await fillAndSchedule(tx, { id: feed.id, userId, sourceId: feed.sourceId });
      if (feed.intervalMs !== undefined) await replan(tx, feed.sourceId);
    }
    await setFeedState(tx, importId, {
      place,
      state: row.wasThere ? 'there' : 'followed',
      why: row.why,
    });
  });
}

/** Whether the import is not cancelled, and nobody has followed the feed meanwhile. */
async function isWanted(tx: WriteTx, importId: number, place: number): Promise<boolean> {
  if ((await findState(tx, importId)) !== 'running') return false;
  return (await findImportFeed(tx, importId, place))?.state === 'waiting';
}

/** Old sites have no https, and old lists of feeds do not ask for it. */
function asWritten({ url, wishes }: ImportedFeed): string {
  return wishes.namesNoScheme ? url.replace(/^https:\/\//, '') : url;
}

/** Without www, because sites switch between with and without. */
export function hostOf(url: string): string {
  return URL.parse(url)?.hostname.replace(/^www\./, '') ?? url;
}
