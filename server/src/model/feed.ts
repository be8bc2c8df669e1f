// One user's subscription to a Source.
import type { SourceCondition } from './source.ts';

export interface Feed {
  id: number;
  sourceId: number;
  /** The user's, or the source's own. */
  title: string;
  /** What the user calls it; undefined: what its source does. */
  customTitle: string | undefined;
  /** Where it stands among the user's feeds: ascending, feeds of one position by id. */
  position: number;
  createdAt: number;
  /** The website. */
  url: string;
  feedUrl: string;
  /** A picture of it, as the publisher names it. */
  imageUrl: string | undefined;
  /** In which language it is written, as the publisher says. */
  language: string | undefined;
  /** The icon of its site, where there is one here. */
  iconId: number | undefined;
  /** When the document was last checked with success, 304 included. */
  lastUpdated: number;
  /** Ascending. */
  groupIds: readonly number[];
  unreadCount: number;
  /** How often the user wants it to be visited; undefined: as often as it is worth. */
  intervalMs: number | undefined;
  /** How its source is doing. */
  condition: SourceCondition;
  /** When the user decided to keep it although it is gone. */
  goneKeptAt: number | undefined;
  /** Whether the articles of its new posts are fetched. */
  fetchesArticles: boolean;
}
