// A word that one user has put on Items. It exists as long as one of them has it.

export interface Tag {
  id: number;
  title: string;
}

/** Tags of one item; more are a mistake. All of them are told with the item, and a page has two hundred items. */
export const MAX_TAGS_OF_ITEM = 100;

/** The items of one feed that have a tag. */
export interface TaggedInFeed {
  tagId: number;
  feedId: number;
  unread: number;
  /** When the newest of them was stored for the user. */
  newestAt: number;
}
