// How many items are unread.

/** Of the Feed or Group with this id. */
export interface UnreadCount {
  id: number;
  unread: number;
}

/** All counted at one moment. */
export interface Counts {
  total: number;
  feeds: readonly UnreadCount[];
  groups: readonly UnreadCount[];
}
