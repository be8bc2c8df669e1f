// One feed of an import, from its address to its last item: each step is a transaction, and can be taken again after a crash.
import type { Clock } from '../../clock.ts';
import { adoptSource } from '../../crawler/adopt-source.ts';
import type { Crawler, Followed } from '../../crawler/crawler.ts';
import { replan } from '../../crawler/replan.ts';
import type { Said } from '../../model/said.ts';
import type { ImportedFeed } from '../../model/transfer.ts';
import { appendChange } from '../../store/changes.ts';
import { wishArticles } from '../../store/feed-wishes.ts';
import { findFeed, findFeedOfSource, listFeeds, updateFace, updateInterval } from '../../store/feeds.ts';
import { ownGroupIds } from '../../store/groups.ts';
import { findImportFeed, hasItems, putOff, setFeedState, setFollowed } from '../../store/import-parts.ts';
import { findImport, findState, type OpenImport } from '../../store/imports.ts';
import { lockSchedule } from '../../store/schedules.ts';
import { findSource } from '../../store/sources.ts';
import type { Store, WriteTx } from '../../store/store.ts';
import { feedIntervals } from '../limits.ts';
import { beginFeed, fillAndSchedule, joinGroups } from '../subscribe.ts';
import { importLimits } from './limits.ts';

export interface Workshop {
  store: Store;
  crawler: Crawler;
  clock: Clock;
  /** Whether the house closes: what is refused then was not refused by a site. */
  isClosing(): boolean;
}

/** Takes a feed as far as it goes. What comes of it is in the store when this resolves. */
export async function followImported(workshop: Workshop, job: OpenImport, feed: ImportedFeed): Promise<void> {
  const isFollowed = feed.state === 'filling' || (await begin(workshop, job, feed));
  if (isFollowed && (await takeItems(workshop, job, feed))) await finish(workshop, job, feed);
}

/** Whether the feed is followed now, and may have its items. */
async function begin(workshop: Workshop, job: OpenImport, feed: ImportedFeed): Promise<boolean> {
  if (feed.wishes.isSite) return findAmongOwn(workshop, job, feed);
  const { store, crawler } = workshop;
  const found = await crawler.follow(feed.url);
  if (workshop.isClosing()) return false;
  return store.write(async (tx) => {
    const source = found.kind === 'source' ? found : await unlessRefused(tx, job, { feed, found });
    // Before the user's counter, as a record takes them.
    if (!source || !(await lockSchedule(tx, source.sourceId))) return false;
    if (!(await isWanted(tx, job.id, feed.place))) return false;
    await subscribe(tx, job, { feed, ...source });
    return true;
  });
}

/** What is to be followed. `why`: nothing comes of it for now. */
interface Subject {
  sourceId: number;
  why?: Said;
}

/**
 * A site that is busy is asked again. One that gives nothing is followed all the same where the document holds more than
 * its address: a blog that is gone is the very one whose posts nobody can bring back.
 */
async function unlessRefused(
  tx: WriteTx,
  job: OpenImport,
  { feed, found }: { feed: ImportedFeed; found: Followed & { kind: 'refused' } },
): Promise<Subject | undefined> {
  const { place } = feed;
  const { againInMs, sentence, reason: code } = found;
  const why: Said = { sentence, code };
  const waits = againInMs !== undefined && againInMs <= importLimits.longestWaitMs;
  if (waits && feed.tries + 1 < importLimits.tries) {
    await putOff(tx, job.id, { place, until: tx.now + againInMs });
    return undefined;
  }
  const sourceId = (await isMoreThanAddress(tx, job, place)) ? await adoptSource(tx, feed.url) : undefined;
  if (sourceId !== undefined) return { sourceId, why };
  await setFeedState(tx, job.id, { place, state: 'failed', why });
  return undefined;
}

async function isMoreThanAddress(tx: WriteTx, { id, userId }: OpenImport, place: number): Promise<boolean> {
  const isAccount = (await findImport(tx, userId, id))?.kind === 'courant';
  return isAccount || (await hasItems(tx, { importId: id, place }));
}

async function subscribe(
  tx: WriteTx,
  { id: importId, userId, firstPosition }: OpenImport,
  { feed, sourceId, why }: Subject & { feed: ImportedFeed },
): Promise<void> {
  const known = await findFeedOfSource(tx, userId, sourceId);
  const feedId = known ?? (await beginFeed(tx, userId, sourceId));
  if (known === undefined) {
    const shown = why === undefined ? feed.wishes.title : (feed.wishes.title ?? feed.wishes.lastTitle);
    const customTitle = await ownTitle(tx, sourceId, feed.wishes.customTitle ?? shown);
    await updateFace(tx, userId, { id: feedId, customTitle, position: firstPosition + feed.place });
    const { intervalMs, fetchesArticles = false } = feed.wishes;
    if (isGoodInterval(intervalMs)) await updateInterval(tx, userId, feedId, intervalMs);
    if (fetchesArticles) await wishArticles(tx, { id: feedId, userId }, true);
    await appendChange(tx, userId, 'feeds.changed', [feedId]);
  }
  await joinGroups(tx, userId, feedId, await ownGroupIds(tx, userId, feed.groupIds));
  await setFollowed(tx, importId, { place: feed.place, feedId, wasThere: known !== undefined, why });
}

/** What somebody has called a feed elsewhere is their own title where the feed calls itself otherwise. */
async function ownTitle(
  tx: WriteTx,
  sourceId: number,
  title: string | undefined,
): Promise<string | undefined> {
  const source = await findSource(tx, sourceId);
  const plain = (text: string): string => text.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase();
  return title !== undefined && source && plain(source.title) !== plain(title) ? title : undefined;
}

function isGoodInterval(intervalMs: number | undefined): intervalMs is number {
  const { shortestMs, longestMs } = feedIntervals;
  return intervalMs !== undefined && intervalMs >= shortestMs && intervalMs <= longestMs;
}

/** For documents that do not say of which feed an item is: nobody is made to follow a site because of a star. */
async function findAmongOwn(
  { store }: Workshop,
  { id: importId, userId }: OpenImport,
  { url, place }: ImportedFeed,
): Promise<boolean> {
  return store.write(async (tx) => {
    const host = hostOf(url);
    const feeds = await listFeeds(tx, userId);
    const own = feeds.find((feed) => hostOf(feed.url) === host || hostOf(feed.feedUrl) === host);
    if (own) await setFollowed(tx, importId, { place, feedId: own.id, wasThere: true });
    else {
      const sentence = `No feed of ${host} is followed: follow one, and try again`;
      const why: Said = { sentence, code: 'feed-not-followed' };
      await setFeedState(tx, importId, { place, state: 'failed', why });
    }
    return own !== undefined;
  });
}

/** Whether all items have come to the feed. */
async function takeItems(workshop: Workshop, job: OpenImport, feed: ImportedFeed): Promise<boolean> {
  const { store, crawler } = workshop;
  const place = { importId: job.id, userId: job.userId, place: feed.place };
  for (;;) {
    const taken = await crawler.takeImported(place);
    if (taken === 'done') return true;
    if (workshop.isClosing() || (await store.read((tx) => findState(tx, job.id))) !== 'running') return false;
    if (taken === 'away') {
      await store.write((tx) =>
        putOff(tx, job.id, { place: feed.place, until: tx.now + importLimits.restMs }),
      );
      return false;
    }
  }
}

/** The feed gets what was published since, which so is newer than what the document brought. */
async function finish({ store }: Workshop, { id: importId, userId }: OpenImport, { place }: ImportedFeed) {
  await store.write(async (tx) => {
    const row = await findImportFeed(tx, importId, place);
    if (row?.state !== 'filling' || row.feedId === undefined) return;
    const feed = await findFeed(tx, userId, row.feedId);
    // Unless it was unfollowed meanwhile.
    if (feed && !row.wasThere) {
      await lockSchedule(tx, feed.sourceId);
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

/** Nobody has cancelled it, and nobody else has followed it meanwhile. */
async function isWanted(tx: WriteTx, importId: number, place: number): Promise<boolean> {
  if ((await findState(tx, importId)) !== 'running') return false;
  return (await findImportFeed(tx, importId, place))?.state === 'waiting';
}

/** Sites change between with and without www. */
export function hostOf(url: string): string {
  return URL.parse(url)?.hostname.replace(/^www\./, '') ?? url;
}
