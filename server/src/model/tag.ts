// A word that one user has put on Items. It is there as long as an item bears it.

export interface Tag {
  id: number;
  title: string;
}

/** The items of one feed that bear a tag. */
export interface TaggedInFeed {
  tagId: number;
  feedId: number;
  unread: number;
  /** When the newest of them was given to the user. */
  newestAt: number;
}
