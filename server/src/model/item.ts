// One user's copy of a Post, and which Items a list holds.
import type { FullText } from './article.ts';
import type { FilePosition } from './playback.ts';
import type { PostDetails } from './post.ts';

export interface Item {
  id: number;
  feedId: number;
  postId: number;
  title: string;
  url: string;
  author: string | undefined;
  read: boolean;
  starred: boolean;
  /** The titles of its tags, in order. */
  tags: readonly string[];
  /** When the service stored it for this user. */
  createdAt: number;
  published: number | undefined;
  /** When its post was last edited; undefined: never. */
  editedAt: number | undefined;
  details: PostDetails;
  /** How far the user has come in its files: only those begun and not finished. */
  positions: readonly FilePosition[];
  /** Sanitised HTML. */
  content: string | undefined;
  /** Sanitised HTML. */
  summary: string | undefined;
  /** The article behind it, if it was fetched. */
  fullText: FullText | undefined;
}

/** The part of an item that the user's actions change. */
export interface ItemState {
  id: number;
  feedId: number;
  read: boolean;
  starred: boolean;
}

/** Which items a list draws from. */
export type ItemScope =
  | { of: 'user' }
  | { of: 'starred' }
  | { of: 'feed'; feedId: number }
  | { of: 'group'; groupId: number };

/** Which part of a list is wanted. All bounds are exclusive; the page is always in descending order of id. */
export interface ItemPage {
  only?: 'read' | 'unread' | undefined;
  limit: number;
  /** Only ids below this. */
  maxId?: number | undefined;
  /** Only ids above this: the page directly next to it. */
  minId?: number | undefined;
  /** Only ids above this: the newest page, so there may be a gap in between. */
  sinceId?: number | undefined;
}
