// A user's set of Feeds.

export interface Group {
  id: number;
  title: string;
  /** Ascending. */
  feedIds: readonly number[];
  /** Where it stands among the user's groups: ascending, groups of one position by id. */
  position: number;
  /** Of all of its feeds. */
  unreadCount: number;
  createdAt: number;
}
