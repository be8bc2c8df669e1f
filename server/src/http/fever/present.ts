// Presents our nouns in Fever's format, and nothing else does: whole numbers, and lists of ids as text.
import type { FoundIcon } from '../../library/icons.ts';
import type { DressedItem } from '../../library/streams.ts';
import type { Feed } from '../../model/feed.ts';
import type { Group } from '../../model/group.ts';
import type { PostEnclosure } from '../../model/post.ts';
import { listInPieces } from '../in-pieces.ts';
import { WholeResponse } from '../whole-response.ts';
import type { Answered } from './handler.ts';

/**
 * Feeds without a group are put into a group with this id, because some apps show no feed that is in no group. It is the largest number
 * that 32-bit apps can hold; our own groups are counted from 1.
 */
export const UNGROUPED_ID = 2_147_483_647;
const UNGROUPED_TITLE = 'Ungrouped';

/** Feeds whose site has no icon share a transparent pixel. Icon ids are counted from 1, too. */
const BLANK = {
  id: 2_147_483_647,
  data: 'image/gif;base64,R0lGODlhAQABAIAAAP///wAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==',
};

export function answer(body: object, status: number): Response {
  return new WholeResponse(JSON.stringify(body), { status, headers });
}

export const headers = {
  'Content-Type': 'application/json; charset=utf-8',
  'Cache-Control': 'private, no-store',
};

export function presentGroups(groups: readonly Group[], feeds: readonly Feed[]): object {
  const shown = groups.map(({ id, title }) => ({ id, title }));
  const ungrouped = ungroupedOf(feeds);
  return {
    groups: ungrouped.length === 0 ? shown : [...shown, { id: UNGROUPED_ID, title: UNGROUPED_TITLE }],
  };
}

export function presentMembers(groups: readonly Group[], feeds: readonly Feed[]): object {
  const ungrouped = ungroupedOf(feeds);
  // Some apps split this text at commas and parse numbers, and find none in an empty text; other servers leave out empty groups as well.
  const members = groups
    .filter(({ feedIds }) => feedIds.length > 0)
    .map(({ id, feedIds }) => ({ group_id: id, feed_ids: feedIds.join() }));
  return {
    feeds_groups:
      ungrouped.length === 0
        ? members
        : [...members, { group_id: UNGROUPED_ID, feed_ids: ungrouped.map(({ id }) => id).join() }],
  };
}

export function ungroupedOf(feeds: readonly Feed[]): Feed[] {
  return feeds.filter(({ groupIds }) => groupIds.length === 0);
}

export function presentFeed(feed: Feed): object {
  return {
    id: feed.id,
    favicon_id: feed.iconId ?? BLANK.id,
    title: feed.title,
    url: feed.feedUrl,
    site_url: feed.url,
    is_spark: 0,
    last_updated_on_time: seconds(feed.lastUpdated),
  };
}

/** The icons of these feeds, each once. Data as the protocol specifies: without the `data:` scheme. */
export function presentFavicons(
  feeds: readonly Feed[],
  icons: readonly FoundIcon[],
): Record<string, unknown> {
  const found = icons.map(({ id, type, bytes }) => ({
    id,
    data: `${type};base64,${Buffer.from(bytes).toString('base64')}`,
  }));
  return { favicons: feeds.some(({ iconId }) => iconId === undefined) ? [...found, BLANK] : found };
}

/** The answer in pieces: its items, if there are any, come last. */
export async function* writeAnswer({ items, ...rest }: Answered): AsyncGenerator<string> {
  const written = JSON.stringify(rest);
  if (!items) return yield written;
  yield `${written.slice(0, -1)},"items":`;
  yield* listInPieces(items, (portion) => portion.map((item) => JSON.stringify(presentItem(item))));
  yield '}';
}

function presentItem({ item, content }: DressedItem): object {
  return {
    id: item.id,
    feed_id: item.feedId,
    title: item.title,
    author: item.author ?? '',
    html: withFiles(content, item.details.enclosures),
    url: item.url,
    is_saved: Number(item.starred),
    is_read: Number(item.read),
    created_on_time: seconds(item.published ?? item.createdAt),
  };
}

/** The protocol has no field for files, so they are links below the text. Pictures are in the text, and so are some other files. */
function withFiles(content: string, enclosures: readonly PostEnclosure[] = []): string {
  const links = enclosures
    .filter(({ type }) => !type?.startsWith('image/'))
    .map(({ url, title }) => ({ href: escaped(url), name: escaped(title ?? fileName(url)) }))
    .filter(({ href }) => !content.includes(`"${href}"`));
  return content + links.map(({ href, name }) => `<p><a href="${href}">${name}</a></p>`).join('');
}

function fileName(url: string): string {
  return url.split(/[?#]/, 1)[0]?.split('/').at(-1) || url;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? '');
}

export function seconds(timeMs: number): number {
  return Math.floor(timeMs / 1_000);
}
