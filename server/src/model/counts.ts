// How much is unread.

/** Of the Feed or Group of an id. */
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
