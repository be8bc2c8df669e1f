// A user's set of Feeds.

export interface Group {
  id: number;
  title: string;
  /** Ascending. */
  feedIds: readonly number[];
  /** Its position among the user's groups, ascending; groups with the same position are ordered by id. */
  position: number;
  /** The sum over all its feeds. */
  unreadCount: number;
  createdAt: number;
}
