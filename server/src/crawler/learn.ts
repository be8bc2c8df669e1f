// What a visit teaches about its source: its habits, its publisher's wishes, and how it is best asked.
import type { FeedDocument } from '../formats/feed-document.ts';
import type { NewPost } from '../model/post.ts';
import type { PublisherHints, SourceMemory, Validators } from '../model/source.ts';
import type { Candidate } from './candidate.ts';
import { pace } from './limits.ts';
import { firstRhythm, nextRhythm } from './rhythm.ts';
import type { HubLinks } from './websub/link-header.ts';
import { learnHubs } from './websub/offer.ts';

/** How a source answered to the validators that were sent. */
export interface Exchange {
  /** 304. */
  notModified: boolean;
  /** The document is the one that is known. */
  unchanged: boolean;
  sent: Validators | undefined;
  /** The ETag was left out on purpose. */
  dateOnly: boolean;
}

/** What is learnt from a document. `news` are the new posts that are no archive. */
export function learnFromDocument(
  memory: SourceMemory,
  read: {
    document: FeedDocument;
    candidates: readonly Candidate[];
    news: readonly NewPost[];
    /** Of the page that announced the feed. */
    pageHubs?: HubLinks | undefined;
    now: number;
  },
): SourceMemory {
  const { document, candidates, news, now } = read;
  const dates = candidates.map(({ post }) => post.publishedAt).filter((date) => date !== undefined);
  const past = dates.filter((date) => date <= now);
  const since = memory.rhythm?.at;
  // Before a visit nothing of it was seen, and a date that does not lie between the two is no time of publishing.
  const times = news.map(({ publishedAt = now }) =>
    publishedAt > (since ?? 0) && publishedAt <= now ? publishedAt : now,
  );
  const newest = [
    memory.newestPostAt ?? 0,
    ...past,
    // Neither without a date nor with the day that it tells of, as in a calendar, is a post of any other time than now.
    ...(news.some(({ publishedAt = now }) => publishedAt >= now) ? [now] : []),
  ];
  const { hubUrls: _hubs, selfUrl: _self, hubOnPage: _page, ...rest } = memory;
  return {
    ...rest,
    hints: hintsOf(document),
    rhythm: memory.rhythm ? nextRhythm(memory.rhythm, times, now) : firstRhythm(past, now),
    newestPostAt: newest.reduce((latest, time) => Math.max(latest, time), 0),
    shownPosts: document.posts.length,
    ...learnHubs(memory, document, read.pageHubs),
  };
}

/** How its posts are known from now on. */
export function learnIdentity(
  memory: SourceMemory,
  { byLink, byLooks }: { byLink: boolean; byLooks: boolean },
): SourceMemory {
  if (byLink) return { ...memory, identity: 'link' };
  return byLooks ? { ...memory, identity: 'looks' } : memory;
}

/** Nothing new is news too: the source was quiet. */
export function learnFromSilence(memory: SourceMemory, now: number): SourceMemory {
  return memory.rhythm ? { ...memory, rhythm: nextRhythm(memory.rhythm, [], now) } : memory;
}

/** Whether to leave the ETag out: some servers change it with the compression and so never know it again. */
export function asksByDateOnly(
  { etagMisses = 0, dateOnlyAt }: SourceMemory,
  validators: Validators | undefined,
  now: number,
): boolean {
  if (validators?.etag === undefined || validators.lastModified === undefined) return false;
  if (etagMisses < pace.etagMisses) return false;
  return dateOnlyAt === undefined || now - dateOnlyAt >= pace.dateOnlyEveryMs;
}

export function learnFromExchange(memory: SourceMemory, exchange: Exchange, now: number): SourceMemory {
  const { etagMisses = 0, dateOnlyAt, ...rest } = memory;
  if (exchange.dateOnly) {
    // It worked: so it is asked until it no longer does. It did not: tried again after a week.
    return exchange.notModified ? { ...rest, etagMisses } : { ...rest, etagMisses, dateOnlyAt: now };
  }
  if (exchange.notModified) return rest;
  const missed = exchange.unchanged && exchange.sent?.etag !== undefined;
  const misses = missed ? etagMisses + 1 : etagMisses;
  return {
    ...rest,
    ...(misses > 0 && { etagMisses: misses }),
    ...(dateOnlyAt !== undefined && { dateOnlyAt }),
  };
}

function hintsOf({ hints }: FeedDocument): PublisherHints {
  return {
    ...(hints.ttlMs !== undefined && { ttlMs: hints.ttlMs }),
    ...(hints.updatePeriodMs !== undefined && { updatePeriodMs: hints.updatePeriodMs }),
    ...(hints.skipHours.length > 0 && { skipHours: hints.skipHours }),
    ...(hints.skipDays.length > 0 && { skipDays: hints.skipDays }),
  };
}
