// Presents our nouns in Google Reader's JSON (`atom.ts` does it in Atom). Nothing is ever null.
import type { DressedItem } from '../../library/streams.ts';
import type { Titled } from '../../library/titles.ts';
import type { Feed } from '../../model/feed.ts';
import type { Group } from '../../model/group.ts';
import type { PostEnclosure } from '../../model/post.ts';
import type { StreamItem } from '../../model/stream.ts';
import { WholeResponse } from '../whole-response.ts';
import { longId } from './ids.ts';
import { feedName, labelName, readingList, state } from './stream-names.ts';

/** For one person, so no cache may keep it. */
export const CACHING = 'private, no-store';

export const jsonHeaders = {
  'Content-Type': 'application/json; charset=utf-8',
  'Cache-Control': CACHING,
};

/** Kept where the app is, and asked for again each time: the tag may save sending the answer. */
export function taggedHeaders(etag: string): Record<string, string> {
  return { ...jsonHeaders, 'Cache-Control': 'private, no-cache', ETag: etag };
}

export function text(body: string, status = 200): Response {
  return new WholeResponse(body, {
    status,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': CACHING },
  });
}

export function json(body: unknown): Response {
  return new WholeResponse(JSON.stringify(body), { headers: jsonHeaders });
}

/** Exactly this, without a line break: apps compare it. */
export function ok(): Response {
  return text('OK');
}

/**
 * `iconUrl` is where an app can load the icon without contacting the site; empty: there is none. NewsFlash takes no list of feeds of which one
 * lacks it.
 */
export function presentSubscription(
  feed: Feed,
  groups: readonly Group[],
  iconUrl: string | undefined,
): object {
  const groupIds = new Set(feed.groupIds);
  const own = groups.filter(({ id }) => groupIds.has(id));
  return {
    id: feedName(feed.id),
    title: feed.title,
    categories: own.map(({ title }) => ({ id: labelName(title), label: title })),
    url: feed.feedUrl,
    htmlUrl: feed.url,
    iconUrl: iconUrl ?? '',
  };
}

/** A title that is both a group's and a tag's is sent as a folder, because Capy Reader and NewsFlash put feeds into folders. */
export function presentTag({ title, isGroup, unread }: Titled): object {
  return { id: labelName(title), type: isGroup ? 'folder' : 'tag', unread_count: unread };
}

export function presentCount(id: string, count: number, newestAt: number): object {
  return { id, count, newestItemTimestampUsec: micros(newestAt) };
}

/** Built by hand: there are ten thousand of them, and nothing in them needs escaping. */
export function presentRef({ id, feedId, createdAt }: StreamItem): string {
  return `{"id":"${id}","directStreamIds":["${feedName(feedId)}"],"timestampUsec":"${micros(createdAt)}"}`;
}

export function presentItem({ item, feed, titles, content }: DressedItem): object {
  const published = seconds(item.published ?? item.createdAt);
  return {
    id: longId(item.id),
    // When we first saw it, which only grows: an item with an older publication date must not be missed.
    crawlTimeMsec: String(item.createdAt),
    timestampUsec: micros(item.createdAt),
    published,
    updated: item.editedAt === undefined ? published : seconds(item.editedAt),
    title: item.title,
    author: item.author ?? '',
    canonical: [{ href: item.url }],
    alternate: [{ href: item.url, type: 'text/html' }],
    categories: categoriesOf({ item, titles }),
    origin: { streamId: feedName(feed.id), title: feed.title, htmlUrl: feed.url },
    summary: { direction: 'ltr', content },
    ...enclosuresOf(item.details.enclosures),
  };
}

/** The item's states and labels. Apps compare the read state letter for letter. */
export function categoriesOf({ item, titles }: Pick<DressedItem, 'item' | 'titles'>): string[] {
  return [
    readingList,
    item.read ? state('read') : state('fresh'),
    ...(item.starred ? [state('starred')] : []),
    ...titles.map(labelName),
  ];
}

export function seconds(timeMs: number): number {
  return Math.floor(timeMs / 1_000);
}

function micros(timeMs: number): string {
  return `${timeMs}000`;
}

function enclosuresOf(enclosures: readonly PostEnclosure[] = []): object {
  if (enclosures.length === 0) return {};
  return {
    enclosure: enclosures.map(({ url, type, length }) => ({
      href: url,
      type: type ?? 'application/octet-stream',
      ...(length === undefined ? {} : { length }),
    })),
  };
}
