// Streams: what a list can show, and which items belong to it.
import type { Row } from './row.ts';

export type Stream =
  | { kind: 'unread' }
  | { kind: 'starred' }
  | { kind: 'everything' }
  | { kind: 'feed'; id: number }
  | { kind: 'group'; id: number }
  | { kind: 'search'; words: string };

export type Order = 'newest' | 'oldest' | 'by-feed';

/** Which items of a stream: all, or those that were unread when it was opened. */
export type Filter = 'all' | 'unread';

/** The key under which a stream's place and choices are kept. */
export function keyOf(stream: Stream): string {
  if (stream.kind === 'search') return `search:${stream.words}`;
  return 'id' in stream ? `${stream.kind}:${stream.id}` : stream.kind;
}

/** Whether a row belongs to a stream at the moment. `isMember`: whether a feed is in the group. Never for a search: that is up to the service. */
export function belongs(
  row: Row,
  {
    stream,
    filter,
    isMember,
  }: { stream: Stream; filter: Filter; isMember: (feedId: number, groupId: number) => boolean },
): boolean {
  if (filter === 'unread' && row.read.peek()) return false;
  switch (stream.kind) {
    case 'starred':
      return row.starred.peek();
    case 'feed':
      return row.feedId === stream.id;
    case 'group':
      return isMember(row.feedId, stream.id);
    case 'search':
      return false;
    default:
      return true;
  }
}

/** The default filter of a stream: Unread, feeds and groups are worked through, the others are browsed. */
export function usualFilter({ kind }: Stream): Filter {
  return kind === 'unread' || kind === 'feed' || kind === 'group' ? 'unread' : 'all';
}

/** Puts rows in the order in which they are shown. */
export function inOrder(rows: readonly Row[], order: Order, placeOfFeed: (feedId: number) => number): Row[] {
  const newest = (a: Row, b: Row): number => b.at - a.at || b.id - a.id;
  const orders: Record<Order, (a: Row, b: Row) => number> = {
    newest,
    oldest: (a, b) => newest(b, a),
    'by-feed': (a, b) => placeOfFeed(a.feedId) - placeOfFeed(b.feedId) || newest(a, b),
  };
  return rows.toSorted(orders[order]);
}
