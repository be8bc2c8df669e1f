// Names of streams: `feed/7`, `user/-/label/News`, `user/-/state/com.google/read`.
import type { Stream } from '../../model/stream.ts';

export const readingList = state('reading-list');

export function feedName(feedId: number): string {
  return `feed/${feedId}`;
}

export function labelName(title: string): string {
  return `user/-/label/${title}`;
}

export function state(name: string): string {
  return `user/-/state/com.google/${name}`;
}

const states: Readonly<Record<string, Stream['of'] & ('user' | 'read' | 'unread' | 'starred')>> = {
  'reading-list': 'user',
  read: 'read',
  starred: 'starred',
  // Every item that is not read counts as kept unread, and as fresh.
  'kept-unread': 'unread',
  fresh: 'unread',
  unread: 'unread',
};

/**
 * The stream that a name means. Names that we do not know (`broadcast`, `like`) mean empty streams. Scripts ask for `reading-list` alone, as
 * the documentation of FreshRSS does.
 */
export function readStreamName(name: string): Stream {
  // No database can store a NUL in a text.
  if (name.includes('\0')) return { of: 'nothing' };
  const feed = /^(?:feed\/)+(.+)$/s.exec(name)?.[1];
  if (feed !== undefined) {
    return /^[1-9]\d{0,15}$/.test(feed)
      ? { of: 'feed', feedId: Number(feed) }
      : { of: 'feed-at', address: feed };
  }
  const title = labelOf(name);
  if (title !== undefined) return { of: 'titled', title };
  const own = stateOf(name) ?? name;
  return { of: (Object.hasOwn(states, own) ? states[own] : undefined) ?? 'nothing' };
}

/** The label in a name: everything that follows, because it may contain slashes. Read You may write what stands before it twice. */
export function labelOf(name: string): string | undefined {
  return /^(?:user\/[^/]+\/label\/)+(.+)$/s.exec(name)?.[1]?.trim();
}

/** The state in a name: `read`, `starred`, … */
export function stateOf(name: string): string | undefined {
  return /^user\/[^/]+\/state\/com\.google\/(.+)$/.exec(name)?.[1];
}

/** The name as we write it, whatever user number or feed address it was sent with. */
export function writtenName(name: string, stream: Stream, feedId: number | undefined): string {
  if (stream.of === 'titled') return labelName(stream.title);
  if (feedId !== undefined) return feedName(feedId);
  const own = stateOf(name) ?? name;
  return Object.hasOwn(states, own) || own !== name ? state(own) : name;
}
