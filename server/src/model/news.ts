// What has changed for a user between two places in the sequence: each thing once, in its current state.
import type { UnreadCount } from './counts.ts';
import type { Feed } from './feed.ts';
import type { Group } from './group.ts';
import type { Item } from './item.ts';
import type { FilePosition } from './playback.ts';

export interface News {
  groups: { changed: readonly Group[]; removed: readonly number[] };
  /** A feed that was removed and followed again is in both lists: its former items are gone. */
  feeds: { changed: readonly Feed[]; removed: readonly number[] };
  items: {
    new: readonly Item[];
    edited: readonly Item[];
    read: readonly number[];
    unread: readonly number[];
    starred: readonly number[];
    unstarred: readonly number[];
    /** Finished files are left out: an empty list says that no file is in progress. */
    played: readonly { id: number; positions: readonly FilePosition[] }[];
    removed: readonly number[];
  };
  /** Undefined if nothing has changed that affects the counts. */
  counts: { total: number; feeds: readonly UnreadCount[] } | undefined;
}
