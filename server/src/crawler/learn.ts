// Learns about a source from a visit: its habits, its publisher's wishes, and how it is best asked.
import type { FeedDocument } from '../formats/feed-document.ts';
import type { NewPost } from '../model/post.ts';
import type { PublisherHints, SourceMemory, Validators } from '../model/source.ts';
import type { Candidate } from './identity/candidate.ts';
import { pace } from './limits.ts';
import { firstRhythm, nextRhythm } from './schedule/rhythm.ts';
import type { HubLinks } from './websub/link-header.ts';
import { learnHubs } from './websub/offer.ts';

/** How a source answered the validators that were sent. */
interface Exchange {
  /** The answer was 304. */
  notModified: boolean;
  /** The document is the known one. */
  unchanged: boolean;
  sent: Validators | undefined;
  /** The ETag was deliberately not sent. */
  dateOnly: boolean;
}

/** The memory after reading a document. `news`: the new posts that are not from an archive. */
export function learnFromDocument(
  memory: SourceMemory,
  read: {
    document: FeedDocument;
    candidates: readonly Candidate[];
    news: readonly NewPost[];
    /** The hubs that the page names which announced the feed. */
    pageHubs?: HubLinks | undefined;
    now: number;
  },
): SourceMemory {
  const { document, candidates, news, now } = read;
  const dates = candidates.map(({ post }) => post.publishedAt).filter((date) => date !== undefined);
  const past = dates.filter((date) => date <= now);
  const since = memory.rhythm?.at;
  // A new post was published between the last visit and this one. Any other date is not its time of publishing, and counts as now.
  const times = news.map(({ publishedAt = now }) =>
    publishedAt > (since ?? 0) && publishedAt <= now ? publishedAt : now,
  );
  const newest = [
    memory.newestPostAt ?? 0,
    ...past,
    // A new post without a date counts as published now, and so does one with a date to come, as of an event in a calendar.
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

/** The memory with how posts are recognised from now on. */
export function learnIdentity(
  { identity: _before, ...memory }: SourceMemory,
  { byLink, byLooks }: { byLink: boolean; byLooks: boolean },
): SourceMemory {
  if (byLink) return { ...memory, identity: 'link' };
  return byLooks ? { ...memory, identity: 'looks' } : memory;
}

/** Learns from a visit that found nothing new: the source was quiet. */
export function learnFromSilence(memory: SourceMemory, now: number): SourceMemory {
  return memory.rhythm ? { ...memory, rhythm: nextRhythm(memory.rhythm, [], now) } : memory;
}

/** Whether to leave the ETag out: some servers change it with the compression and so never recognise it. */
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
    // If it worked, we go on asking by date until it no longer does. If not, it is tried again after a week.
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
