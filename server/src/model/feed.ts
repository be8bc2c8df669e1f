// One user's subscription to a Source.
import type { SourceCondition } from './source.ts';

export interface Feed {
  id: number;
  sourceId: number;
  /** The user's own title, or else the source's. */
  title: string;
  /** The user's own title; undefined: the source's is shown. */
  customTitle: string | undefined;
  /** Its position among the user's feeds, ascending; feeds with the same position are ordered by id. */
  position: number;
  createdAt: number;
  /** The address of the website. */
  url: string;
  feedUrl: string;
  /** The feed's picture, as the publisher names it. */
  imageUrl: string | undefined;
  /** The language that the publisher says it is written in. */
  language: string | undefined;
  /** The site's icon, if we have one. */
  iconId: number | undefined;
  /** When the document was last checked successfully; a 304 counts. */
  lastUpdated: number;
  /** Ascending. */
  groupIds: readonly number[];
  unreadCount: number;
  /** How often the user wants it visited; undefined: the crawler decides. */
  intervalMs: number | undefined;
  /** How its source is doing. */
  condition: SourceCondition;
  /** When the user decided to keep it although its source is gone. */
  goneKeptAt: number | undefined;
  /** Whether the articles of its new posts are fetched. */
  fetchesArticles: boolean;
}
