// What goes from one reader to another: feeds, groups, and what was read and starred.
import type { FilePosition } from './playback.ts';
import type { PostDetails } from './post.ts';
import type { Said } from './said.ts';

/** Where a document comes from. */
export type TransferKind = 'opml' | 'courant' | 'freshrss' | 'miniflux' | 'feedbin';

/** A piece of a document, in its order. A feed comes before its items, a group before its feeds. */
export type TransferPart =
  | { part: 'group'; title: string }
  | { part: 'feed'; feed: TransferFeed }
  | { part: 'item'; item: TransferItem }
  | { part: 'note'; note: ImportNote };

/** What was left out of a document, for a person. */
export interface ImportNote extends Said {
  /** The number in the sentence, where it has one. */
  count: number | undefined;
}

export interface TransferFeed {
  /** Its name within the document, and where it is followed. */
  url: string;
  /** How the other reader shows it; it is the user's own title where it is not the source's. */
  title?: string;
  /** What the user calls it, for sure. */
  customTitle?: string;
  /** What it called itself, should it say nothing any more. */
  lastTitle?: string;
  /** Titles. */
  groups: string[];
  intervalMs?: number;
  fetchesArticles?: boolean;
  /** The document does not name the feed, only the site: it must be among those that the user follows. */
  isSite?: boolean;
}

/** One post as a user has it. It bears one of the names at least. */
export interface TransferItem {
  feedUrl: string;
  /** As we name posts. */
  identity?: string;
  /** As the publisher does. */
  guid?: string;
  url?: string;
  title?: string;
  /** The title is HTML and not plain text. */
  titleIsHtml?: boolean;
  author?: string;
  publishedAt?: number;
  /** When the user got it. */
  createdAt?: number;
  /** Left out: the document does not say. It comes from an archive then, and is read unless it is here already. */
  read?: boolean;
  starred: boolean;
  /** Words that the user has put on it; never an empty list. */
  tags?: readonly string[];
  /** How far somebody has come in its files, ended ones too; never an empty list. */
  positions?: readonly FilePosition[];
  /** HTML that nobody has looked at. */
  content?: string;
  summary?: string;
  details?: PostDetails;
}

export type ImportState = 'loading' | 'waiting' | 'running' | 'done' | 'cancelled';

/** A document on its way into an account. */
export interface Import {
  id: number;
  userId: number;
  kind: TransferKind;
  state: ImportState;
  createdAt: number;
  endedAt: number | undefined;
  notes: readonly ImportNote[];
  feeds: ImportCounts;
  items: { total: number; done: number };
}

export interface ImportCounts {
  waiting: number;
  /** Newly. */
  followed: number;
  /** Followed already. */
  there: number;
  failed: number;
}

/** `filling`: it is followed, and its items are on their way. */
export type ImportedFeedState = 'waiting' | 'filling' | 'followed' | 'there' | 'failed';

/** A feed of an import. */
export interface ImportedFeed {
  place: number;
  url: string;
  wishes: Omit<TransferFeed, 'url' | 'groups'>;
  groupIds: readonly number[];
  state: ImportedFeedState;
  /** Whether the user followed it before. */
  wasThere: boolean;
  /** Why it failed, or gives nothing for now. */
  why: Said | undefined;
  feedId: number | undefined;
  /** How often a site has put us off. */
  tries: number;
}
