// Lists of a user's Items as other protocols define them: which items they hold, and which part of one is wanted.

/**
 * A list by its definition. A group or tag is named by title and a feed may be named by address; if there is none, the list is empty.
 * The list of a title holds the items of the group and of the tag with that title.
 */
export type Stream =
  | { of: 'user' | 'read' | 'unread' | 'starred' | 'nothing' }
  | { of: 'feed'; feedId: number }
  | { of: 'feeds'; feedIds: readonly number[] }
  | { of: 'feed-at'; address: string }
  | { of: 'titled'; title: string }
  | { of: 'group-of-id'; groupId: number };

export interface StreamQuery {
  /** Items in any of these, */
  any: readonly Stream[];
  /** in all of these, */
  all?: readonly Stream[];
  /** and in none of these. */
  none?: readonly Stream[];
  /** Stored for the user at this time or later. */
  storedFrom?: number | undefined;
  /** Stored for the user at this time or earlier. */
  storedUpTo?: number | undefined;
  oldestFirst?: boolean;
  /** The last item of the page before. */
  after?: number | undefined;
  limit: number;
}

/** An item without its content. */
export interface StreamItem {
  id: number;
  feedId: number;
  /** When the service stored it for this user. */
  createdAt: number;
}

export interface StreamPage {
  items: StreamItem[];
  /** Whether there are more after this page. */
  more: boolean;
}
