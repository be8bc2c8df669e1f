// What is moved from one reader to another: feeds, groups, and what was read and starred.
import type { FilePosition } from './playback.ts';
import type { PostDetails } from './post.ts';
import type { Said } from './said.ts';

/** Which reader, or format, a document comes from. */
export type TransferKind =
  | 'opml'
  | 'courant'
  | 'freshrss'
  | 'miniflux'
  | 'feedbin'
  | 'nextcloud'
  | 'feeder'
  | 'ttrss';

/** A piece of a document, in document order. A feed comes before its items, a group before its feeds. */
export type TransferPart =
  | { part: 'group'; title: string }
  | { part: 'feed'; feed: TransferFeed }
  | { part: 'item'; item: TransferItem }
  | { part: 'note'; note: ImportNote };

/** What was left out of a document, told to a person. */
export interface ImportNote extends Said {
  /** The number in the sentence, if it has one. */
  count: number | undefined;
}

export interface TransferFeed {
  /** The address of the feed, which also names it within the document. */
  url: string;
  /** The document has neither http nor https in the address. */
  namesNoScheme?: boolean;
  /** The title that the other reader shows; if it differs from the source's, it becomes the user's own title. */
  title?: string;
  /** The user's own title for certain. */
  customTitle?: string;
  /** The title that the feed last gave itself, for when it gives none any more. */
  lastTitle?: string;
  /** The titles of its groups. */
  groups: string[];
  intervalMs?: number;
  fetchesArticles?: boolean;
  /** The document names only the site, not the feed: it must be among the feeds that the user follows. */
  isSite?: boolean;
}

/** One post as a user has it. If a document gives neither `identity` nor `guid` nor `url`, title and date tell it from others. */
export interface TransferItem {
  feedUrl: string;
  /** The identity by which we know posts. */
  identity?: string;
  /** The publisher's id for it. */
  guid?: string;
  url?: string;
  title?: string;
  /** The title is HTML and not plain text. */
  titleIsHtml?: boolean;
  author?: string;
  publishedAt?: number;
  /** When the user got it. */
  createdAt?: number;
  /** Left out: the document does not say. The item then comes from an archive, and is stored as read unless it is here already. */
  read?: boolean;
  starred: boolean;
  /** The tags that the user has put on it; never an empty list. */
  tags?: readonly string[];
  /** Some of the tags may be groups of the feed: the document does not tell them apart. */
  hasGroupsAsTags?: boolean;
  /** How far the person has come in its files, finished ones included; never an empty list. */
  positions?: readonly FilePosition[];
  /** HTML that has not been sanitised. */
  content?: string;
  summary?: string;
  details?: PostDetails;
}

export type ImportState = 'loading' | 'waiting' | 'running' | 'done' | 'cancelled';

/** A document that is being imported into an account. */
export interface Import {
  id: number;
  kind: TransferKind;
  state: ImportState;
  createdAt: number;
  endedAt: number | undefined;
  /** The entry of the journal that undoes it; undefined if nothing was followed, or all of it is undone. */
  undoId: number | undefined;
  notes: readonly ImportNote[];
  feeds: ImportCounts;
  items: { total: number; done: number };
}

export interface ImportCounts {
  waiting: number;
  /** Followed because of this import. */
  followed: number;
  /** Followed before. */
  there: number;
  failed: number;
}

/** `filling`: it is followed, and its items are being imported. */
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
  /** Why it failed, or why it gives nothing for now. */
  why: Said | undefined;
  feedId: number | undefined;
  /** How often its site has told us to come back later. */
  tries: number;
}
