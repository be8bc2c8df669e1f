// What was done that can be undone: marks of many items, and what was removed.
import type { DoneBy } from './doer.ts';
import type { Mark } from './mark.ts';

export type JournalAction =
  | `items.${Mark}`
  | 'feed.removed'
  | 'feed.restored'
  | 'group.removed'
  | 'group.restored'
  | 'tag.removed'
  | 'tag.restored';

export interface JournalEntry {
  id: number;
  action: JournalAction;
  at: number;
  /** Items that were marked, that went and came with a feed, or that bore a tag. */
  count: number;
  /** The feed, the group or the tag, as it was. */
  subject: Subject | undefined;
  /** The entry that this one takes back. */
  undoes: number | undefined;
  /** The entry that has taken this one back, or is doing so. */
  undoneBy: number | undefined;
  /** What an undo needs is kept in so many parts; `undoneParts` of them are taken back. */
  parts: number;
  undoneParts: number;
  /** Undefined: nobody knows any more. */
  doneBy: DoneBy | undefined;
}

export type Subject = FeedSubject | GroupSubject | TagSubject;

export interface FeedSubject {
  kind: 'feed';
  id: number;
  title: string;
  sourceId: number;
  feedUrl: string;
  customTitle?: string;
  position: number;
  intervalMs?: number;
  createdAt: number;
  groupIds: readonly number[];
}

export interface GroupSubject {
  kind: 'group';
  id: number;
  title: string;
  position: number;
  createdAt: number;
  feedIds: readonly number[];
}

export interface TagSubject {
  kind: 'tag';
  id: number;
  title: string;
}
