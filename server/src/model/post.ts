// What a Source published: shared by all who follow it, stored once.

/** The fields by which posts are told apart; few, because a visit compares many posts. */
export interface KnownPost {
  id: number;
  identity: string;
  url: string;
  title: string;
  publishedAt: number | undefined;
  /** The time of publication that it is sorted by: never later than when it was first seen. */
  sortAt: number;
  editedAt: number | undefined;
  textHash: string;
  /** It came from another source that was merged into this one, whose own document has not shown it: only users who had it have it. */
  isForeign?: true;
  /** When a document of its own source no longer showed it; undefined: the last one did, or none ever has. */
  leftAt?: number;
}

/** A post as it is to be stored. */
export interface NewPost {
  identity: string;
  url: string;
  title: string;
  author: string | undefined;
  publishedAt: number | undefined;
  sortAt: number;
  textHash: string;
  /** Sanitised HTML. */
  content: string | undefined;
  /** Sanitised HTML. */
  summary: string | undefined;
  details: PostDetails;
  /** Its text was skipped because it was already known: it cannot be stored in this form. */
  skimmed?: true;
}

/** What only the view of a single post needs. */
export interface PostDetails {
  enclosures?: PostEnclosure[];
  categories?: string[];
  commentsUrl?: string;
  imageUrl?: string;
}

export interface PostEnclosure {
  url: string;
  type?: string;
  /** Bytes, as the publisher says. */
  length?: number;
  durationSeconds?: number;
  title?: string;
}
