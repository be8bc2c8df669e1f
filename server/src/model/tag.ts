// A word that one user has put on Items. It exists as long as one of them has it.

export interface Tag {
  id: number;
  title: string;
}

/** The items of one feed that have a tag. */
export interface TaggedInFeed {
  tagId: number;
  feedId: number;
  unread: number;
  /** When the newest of them was stored for the user. */
  newestAt: number;
}
