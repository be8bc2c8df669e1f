// Lists of a user's Items as other protocols name them: what they are made of, and which stretch of one is wanted.

/**
 * A list by its name. A group or a tag of the title, a feed at the address: there may be none, and then nothing is in the list. What
 * is in the group of a title or bears the tag of it is in the list of that title.
 */
export type Stream =
  | { of: 'user' | 'read' | 'unread' | 'starred' | 'nothing' }
  | { of: 'feed'; feedId: number }
  | { of: 'feeds'; feedIds: readonly number[] }
  | { of: 'feed-at'; address: string }
  | { of: 'titled'; title: string }
  | { of: 'group-of-id'; groupId: number };

export interface StreamQuery {
  /** What is in one of these, */
  any: readonly Stream[];
  /** in all of these, */
  all?: readonly Stream[];
  /** and in none of these. */
  none?: readonly Stream[];
  /** Given to the user at this time or later. */
  storedFrom?: number;
  /** Given to the user at this time or earlier. */
  storedUpTo?: number;
  oldestFirst?: boolean;
  /** The item that the page before has ended with. */
  after?: number;
  limit: number;
}

/** An item without what it says. */
export interface StreamItem {
  id: number;
  feedId: number;
  /** When the service gave it to this user. */
  createdAt: number;
}

export interface StreamPage {
  items: StreamItem[];
  /** Whether the list goes on. */
  more: boolean;
}
