// The feeds that a document names beside its items.
import { feedAddress, groupTitle } from '../../formats/opml.ts';
import type { TransferFeed, TransferPart } from '../../model/transfer.ts';
import { definedOnly, itemPart } from './fields.ts';
import { noteOf } from './notes.ts';

/** A feed as a document has it. */
export interface WrittenFeed extends Pick<TransferFeed, 'fetchesArticles' | 'isSite'> {
  written: string;
  title?: string | undefined;
  groups?: readonly string[];
}

/** A feed that is in one group at most; undefined without an address. */
export function feedOf(
  written: string | undefined,
  title: string | undefined,
  group?: string,
): WrittenFeed | undefined {
  return written === undefined ? undefined : { written, title, groups: group === undefined ? [] : [group] };
}

interface WrittenItem extends Omit<Parameters<typeof itemPart>[0], 'feedUrl'> {
  /** Nothing can be done with an item that names none. */
  feed: WrittenFeed | undefined;
}

/** Items of a document, each feed before its first one. Those without a feed are counted. */
export function* itemsOfFeeds<Fields>(
  list: Iterable<Fields>,
  read: (fields: Fields) => WrittenItem,
): Generator<TransferPart> {
  const feeds = new DocumentFeeds();
  let withoutFeed = 0;
  for (const fields of list) {
    const { feed, ...item } = read(fields);
    if (feed) yield itemPart({ feedUrl: yield* feeds.take(feed), ...item });
    else withoutFeed++;
  }
  if (withoutFeed > 0) yield { part: 'note', note: noteOf('items-without-feed', withoutFeed) };
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
    const url = feed.isSite ? feed.written : feedAddress(feed.written);
    this.#urls.set(feed.written, url);
    if (this.#told.has(url)) return url;
    this.#told.add(url);
    const groups = (feed.groups ?? []).map(groupTitle).filter(Boolean);
    for (const title of groups) if (!this.#groups.has(title)) yield { part: 'group', title };
    for (const title of groups) this.#groups.add(title);
    yield {
      part: 'feed',
      feed: definedOnly<TransferFeed>({
        url,
        title: feed.title,
        groups,
        fetchesArticles: feed.fetchesArticles || undefined,
        isSite: feed.isSite,
      }),
    };
    return url;
  }
}
