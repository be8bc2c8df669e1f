// What a Source published: shared by all who follow it, stored once.

/** What tells one post from another; narrow, because a visit compares many. */
export interface KnownPost {
  id: number;
  identity: string;
  url: string;
  title: string;
  publishedAt: number | undefined;
  /** When it was published as far as order goes: never later than when it was first seen. */
  sortAt: number;
  editedAt: number | undefined;
  textHash: string;
  /** It came with another source that was joined to this one, whose own document has not shown it: only who had it has it. */
  isForeign?: true;
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
  /** Its words were left unread, because they were known: it cannot be stored like this. */
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
