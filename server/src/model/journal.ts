// Actions that can be undone: marking many items, and removing something.
import type { DoneBy } from './doer.ts';
import type { Mark } from './mark.ts';

export type JournalAction =
  | `items.${Mark}`
  | 'feed.removed'
  | 'feed.restored'
  | 'group.removed'
  | 'group.restored'
  | 'tag.removed'
  | 'tag.restored'
  | 'import.done'
  | 'import.removed'
  | 'import.restored';

export interface JournalEntry {
  id: number;
  action: JournalAction;
  at: number;
  /** Items that were marked, that were removed or restored with a feed, or that had the tag. For an import: feeds. */
  count: number;
  /** The feed, the group or the tag, as it was; or the import. */
  subject: Subject | undefined;
  /** The entry that this one undoes. */
  undoes: number | undefined;
  /** The entry that has undone this one, or is doing so. */
  undoneBy: number | undefined;
  /**
   * What an undo needs is stored in this many parts; `undoneParts` of them are undone. An import has none: there `undoneParts` is 1 once
   * all of it is undone.
   */
  parts: number;
  undoneParts: number;
  /** Undefined: not known any more. */
  doneBy: DoneBy | undefined;
}

export type Subject = FeedSubject | GroupSubject | TagSubject | ImportSubject;

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
  /**
   * Of a feed that has come back into another of its user, which shows the same by then: that one, and (packed) which of its items, and of
   * what it awaits, have come by that.
   */
  joined?: { feedId: number; items: string; awaited?: string };
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
  /** Of a tag that has come back into one of the same title: only the items that have got it by that lose it again. */
  isJoined?: boolean;
}

export interface ImportSubject {
  kind: 'import';
  id: number;
}
