// The feeds that a document names beside its items.
import { feedAddress, groupTitle } from '../../formats/opml.ts';
import type { TransferFeed, TransferPart } from '../../model/transfer.ts';
import { definedOnly } from './fields.ts';

/** A feed as a document has it. */
export interface WrittenFeed {
  written: string;
  title: string | undefined;
  groups: readonly string[];
  fetchesArticles?: boolean;
}

/** Feeds of a document, each passed on once with its groups, before the first of its items. */
export class DocumentFeeds {
  /** Address as written → address to follow. */
  readonly #urls = new Map<string, string>();
  readonly #told = new Set<string>();
  readonly #groups = new Set<string>();

  *take(feed: WrittenFeed): Generator<TransferPart, string> {
    const known = this.#urls.get(feed.written);
    if (known !== undefined) return known;
    const url = feedAddress(feed.written);
    this.#urls.set(feed.written, url);
    if (this.#told.has(url)) return url;
    this.#told.add(url);
    const groups = feed.groups.map(groupTitle).filter(Boolean);
    for (const title of groups) if (!this.#groups.has(title)) yield { part: 'group', title };
    for (const title of groups) this.#groups.add(title);
    yield {
      part: 'feed',
      feed: definedOnly<TransferFeed>({
        url,
        title: feed.title,
        groups,
        fetchesArticles: feed.fetchesArticles || undefined,
      }),
    };
    return url;
  }
}
