// Which feeds the table shows, and in which order.
import type { Feed, FeedPulse, Group } from '@courant/client';
import { withoutAccents } from '../../texts/without-accents.ts';

export type Show = 'all' | 'failing' | 'quiet';
export type SortBy = 'title' | 'group' | 'posts' | 'newest' | 'unread';

export interface Wish {
  words: string;
  show: Show;
  /** 0: the feeds that are in no group; undefined: all. */
  groupId: number | undefined;
  sortBy: SortBy;
  isDescending: boolean;
}

/** All that is known of a feed, for one row. */
export interface Line {
  feed: Feed;
  groups: readonly Group[];
  isFailing: boolean;
  unread: number;
  /** Undefined: not known yet. */
  pulse: FeedPulse | undefined;
}

/** A feed without a post for so long is quiet: most that publish at all do it once a season. */
const quietMs = 90 * 86_400_000;

export function isQuiet({ pulse }: Line, now: number): boolean {
  if (pulse === undefined) return false;
  return pulse.newest_post_at === undefined || now - Date.parse(pulse.newest_post_at) > quietMs;
}

export function isShown(line: Line, { words, show, groupId }: Wish, now: number): boolean {
  const { feed, isFailing } = line;
  if (show === 'failing' && !isFailing) return false;
  if (show === 'quiet' && !isQuiet(line, now)) return false;
  if (groupId === 0 && line.groups.length > 0) return false;
  if (groupId && !feed.group_ids.includes(groupId)) return false;
  if (words === '') return true;
  const text = textOf(feed);
  return withoutAccents(words)
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** Sorts the lines; equal ones are sorted by title. */
export function inOrder(lines: readonly Line[], { sortBy, isDescending }: Wish, language: string): Line[] {
  const { compare } = new Intl.Collator(language, { numeric: true, sensitivity: 'base' });
  const byTitle = (a: Line, b: Line): number => compare(a.feed.title, b.feed.title) || a.feed.id - b.feed.id;
  const orders: Record<SortBy, (a: Line, b: Line) => number> = {
    title: byTitle,
    group: (a, b) => compare(groupTitles(a), groupTitles(b)),
    posts: (a, b) => (a.pulse?.posts ?? -1) - (b.pulse?.posts ?? -1),
    newest: (a, b) => newestAt(a) - newestAt(b),
    unread: (a, b) => a.unread - b.unread,
  };
  const direction = isDescending ? -1 : 1;
  return lines.toSorted((a, b) => direction * orders[sortBy](a, b) || byTitle(a, b));
}

export function groupTitles({ groups }: Pick<Line, 'groups'>): string {
  return groups.map(({ title }) => title).join(', ');
}

/** The text to search in each feed, cached because thousands are searched at every letter typed. */
const texts = new WeakMap<Feed, string>();

function textOf(feed: Feed): string {
  const known = texts.get(feed) ?? withoutAccents(`${feed.title} ${feed.feed_url} ${feed.url}`);
  texts.set(feed, known);
  return known;
}

function newestAt({ pulse }: Line): number {
  return pulse?.newest_post_at === undefined ? 0 : Date.parse(pulse.newest_post_at);
}
