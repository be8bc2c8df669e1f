// One user's subscription to a Source.

export interface Feed {
  id: number;
  sourceId: number;
  title: string;
  /** The website. */
  url: string;
  feedUrl: string;
  /** When the document was last checked with success, 304 included. */
  lastUpdated: number;
  /** Ascending. */
  groupIds: readonly number[];
  unreadCount: number;
  /** How often the user wants it to be visited; undefined: as often as it is worth. */
  intervalMs: number | undefined;
}
