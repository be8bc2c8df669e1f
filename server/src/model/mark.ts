// The marks that a person can put on an Item, and which items a mark of many applies to.

export type Mark = 'read' | 'unread' | 'starred' | 'unstarred';

/** The mark that takes another back. */
export const opposite: Readonly<Record<Mark, Mark>> = {
  read: 'unread',
  unread: 'read',
  starred: 'unstarred',
  unstarred: 'starred',
};

/** Which items of a scope are meant. An item must satisfy every bound. */
export interface MarkBounds {
  /** The newest id that the app has seen; items that came later are not meant. Inclusive. */
  upTo?: number | undefined;
  /** Exclusive. */
  olderThanId?: number | undefined;
  /** Exclusive. */
  newerThanId?: number | undefined;
  /** Published before this time; an item without a date of publication, stored before it. */
  before?: number | undefined;
  /** Stored for the user at this time or earlier. */
  storedUpTo?: number | undefined;
}
