// What has changed for a user between two places of the sequence: each thing once, as it is now.
import type { UnreadCount } from './counts.ts';
import type { Feed } from './feed.ts';
import type { Group } from './group.ts';
import type { Item } from './item.ts';
import type { FilePosition } from './playback.ts';

export interface News {
  groups: { changed: readonly Group[]; removed: readonly number[] };
  /** One that was removed and is there again stands in both: its items of before are gone with it. */
  feeds: { changed: readonly Feed[]; removed: readonly number[] };
  items: {
    new: readonly Item[];
    edited: readonly Item[];
    read: readonly number[];
    unread: readonly number[];
    starred: readonly number[];
    unstarred: readonly number[];
    /** Ended files are left out: a list without any says that nothing is begun. */
    played: readonly { id: number; positions: readonly FilePosition[] }[];
    removed: readonly number[];
  };
  /** Undefined where nothing that counts has changed. */
  counts: { total: number; feeds: readonly UnreadCount[] } | undefined;
}
