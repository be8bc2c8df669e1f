// A user's set of Feeds.

export interface Group {
  id: number;
  title: string;
  /** Ascending. */
  feedIds: readonly number[];
}
