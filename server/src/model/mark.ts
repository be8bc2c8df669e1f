// What a person can say of an Item, and which items are meant where many are marked at once.

export type Mark = 'read' | 'unread' | 'starred' | 'unstarred';

/** What takes a mark back. */
export const opposite: Readonly<Record<Mark, Mark>> = {
  read: 'unread',
  unread: 'read',
  starred: 'unstarred',
  unstarred: 'starred',
};

/** Which items of a scope are meant. An item must keep within every bound. */
export interface MarkBounds {
  /** The newest that the app has seen; what came later is not meant. Inclusive. */
  upTo?: number;
  /** Exclusive. */
  olderThanId?: number;
  /** Exclusive. */
  newerThanId?: number;
  /** Published before this time; what bears no date, stored before it. */
  before?: number;
  /** Given to the user at this time or earlier. */
  storedUpTo?: number;
}
