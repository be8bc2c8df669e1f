// One user's copy of a Post, and which of them a list is to hold.
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
  /** The words that the user has put on it, in order. */
  tags: readonly string[];
  /** When the service stored it for this user. */
  createdAt: number;
  published: number | undefined;
  /** When its post was edited last; undefined: never. */
  editedAt: number | undefined;
  details: PostDetails;
  /** How far the user has come in its files; those that are begun and not ended. */
  positions: readonly FilePosition[];
  /** Sanitised HTML. */
  content: string | undefined;
  /** Sanitised HTML. */
  summary: string | undefined;
  /** The article behind it, where it was fetched. */
  fullText: FullText | undefined;
}

/** What of an item a user's doings change. */
export interface ItemState {
  id: number;
  feedId: number;
  read: boolean;
  starred: boolean;
}

/** Where a list looks. */
export type ItemScope =
  | { of: 'user' }
  | { of: 'starred' }
  | { of: 'feed'; feedId: number }
  | { of: 'group'; groupId: number };

/** Which part of a list is wanted. All bounds are exclusive; the page is always in descending order of id. */
export interface ItemPage {
  only?: 'read' | 'unread';
  limit: number;
  /** Older than this. */
  maxId?: number;
  /** Newer than this: the page next to it. */
  minId?: number;
  /** Newer than this: the newest page, a gap may lie between. */
  sinceId?: number;
}
