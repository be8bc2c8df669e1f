// What other readers export as JSON → parts: FreshRSS, Miniflux, Feedbin, as much as each of them exports.
import { decodeXmlText } from '../../formats/entities.ts';
import type { PostDetails, PostEnclosure } from '../../model/post.ts';
import type { TransferItem, TransferPart } from '../../model/transfer.ts';
import { DocumentFeeds, feedOf, itemsOfFeeds, type WrittenFeed } from './document-feeds.ts';
import {
  countOf,
  definedOnly,
  type Fields,
  fieldsOf,
  htmlOf,
  listOf,
  nonEmpty,
  tagsOf,
  textOf,
  timeOf,
  webAddress,
} from './fields.ts';
import { noteOf } from './notes.ts';

/**
 * FreshRSS (and others that use the format of Google Reader): items with their feed in `origin` and their status among the
 * `categories`.
 */
export function readFreshRss(document: Fields, items: readonly unknown[]): Iterable<TransferPart> {
  const isListOfStars = /starred$/.test(textOf(document.id) ?? '') && !items.some((item) => isStarred(item));
  // Without a feed are pages that Inoreader has saved, and items of feeds that The Old Reader names by numbers of its own.
  return itemsOfFeeds(items.map(fieldsOf), (fields) => {
    const origin = fieldsOf(fields.origin);
    const stream = textOf(origin.streamId)?.replace(/^feed\//, '');
    const written = textOf(origin.feedUrl) ?? (stream && /^https?:/.test(stream) ? stream : undefined);
    const categories = categoriesOf(fields);
    return {
      feed: feedOf(written, nameOf(origin.title), textOf(origin.category)),
      guid: guidOf(textOf(fields.guid) ?? textOf(fields.id)),
      ...linksOf(fields),
      title: textOf(fields.title),
      titleIsHtml: true,
      author: nameOf(fields.author),
      publishedAt: timeOf(fields.published) ?? timeOf(fields.updated),
      createdAt: timeOf(fields.timestampUsec) ?? timeOf(fields.crawlTimeMsec),
      read: statusOf(categories),
      starred: isListOfStars || isStarred(fields),
      ...labelsOf(categories, origin),
      content: htmlOf(fieldsOf(fields.content).content),
      summary: htmlOf(fieldsOf(fields.summary).content),
      details: detailsOf({
        enclosures: listOf(fields.enclosure).map(fieldsOf).flatMap(readerEnclosure),
        // Those of the publisher stand among the labels and states of the user.
        categories: categories.flatMap((each) => (each.startsWith('user/') ? [] : (textOf(each) ?? []))),
      }),
    };
  });
}

/** Miniflux: answers of `GET /v1/entries` one after the other, because none has more than a thousand entries. */
export function* readMinifluxAnswers(answers: Iterable<unknown>): Generator<TransferPart> {
  let unreadable = 0;
  const entriesOfAll = function* (): Generator<unknown> {
    for (const answer of answers) {
      const { entries } = fieldsOf(answer);
      if (Array.isArray(entries)) yield* entries;
      else unreadable++;
    }
  };
  yield* readMinifluxEntries(entriesOfAll());
  if (unreadable > 0) yield { part: 'note', note: noteOf('unreadable-lines', unreadable) };
}

/** Miniflux: entries with their status, star and feed, in the format of `GET /v1/entries`. */
export function readMinifluxEntries(entries: Iterable<unknown>): Iterable<TransferPart> {
  const kept = Iterator.from(entries)
    .map(fieldsOf)
    .filter(({ status }) => status !== 'removed');
  return itemsOfFeeds(kept, (fields) => ({
    feed: minifluxFeed(fieldsOf(fields.feed)),
    url: textOf(fields.url),
    title: textOf(fields.title),
    author: textOf(fields.author),
    publishedAt: timeOf(fields.published_at),
    createdAt: timeOf(fields.created_at),
    read: fields.status !== 'unread',
    starred: fields.starred === true,
    content: withoutProxy(htmlOf(fields.content), (url) => url.replaceAll('&', '&amp;')),
    details: detailsOf({
      enclosures: listOf(fields.enclosures).map(fieldsOf).flatMap(minifluxEnclosure),
      categories: listOf(fields.tags).flatMap((tag) => textOf(tag) ?? []),
      commentsUrl: webAddress(fields.comments_url),
    }),
  }));
}

/** Lists of feeds: Miniflux's `GET /v1/feeds` with their categories, Feedbin's `subscriptions.json` without. */
export function* readFeedList(list: readonly unknown[]): Generator<TransferPart> {
  const feeds = new DocumentFeeds();
  for (const fields of list.map(fieldsOf)) {
    const feed = minifluxFeed(fields);
    if (feed) yield* feeds.take(feed);
  }
}

/**
 * Feedbin's `starred.json`: starred items, without their feeds. The feed is looked for among those that the user
 * follows, by the site of the link.
 */
export function readFeedbinStars(entries: Iterable<unknown>): Iterable<TransferPart> {
  return itemsOfFeeds(Iterator.from(entries).map(fieldsOf), (fields) => {
    const url = textOf(fields.url);
    const origin = url && URL.parse(url)?.origin;
    return {
      feed: origin && /^https?:/.test(origin) ? { written: `${origin}/`, isSite: true } : undefined,
      url,
      title: textOf(fields.title),
      titleIsHtml: true,
      author: textOf(fields.author),
      publishedAt: timeOf(fields.published),
      createdAt: timeOf(fields.created_at),
      starred: true,
      content: htmlOf(fields.content),
      summary: htmlOf(fields.summary),
    };
  });
}

function minifluxFeed(fields: Fields): WrittenFeed | undefined {
  const feed = feedOf(textOf(fields.feed_url), textOf(fields.title), textOf(fieldsOf(fields.category).title));
  return feed && { ...feed, fetchesArticles: fields.crawler === true };
}

/** Undefined if all of it is empty. */
function detailsOf({
  enclosures = [],
  categories = [],
  commentsUrl,
}: { [Key in keyof PostDetails]: PostDetails[Key] | undefined }): PostDetails | undefined {
  const details = definedOnly<PostDetails>({
    enclosures: nonEmpty([...enclosures]),
    categories: nonEmpty([...categories]),
    commentsUrl,
  });
  return Object.keys(details).length > 0 ? details : undefined;
}

/**
 * Pictures and files behind the proxy of a Miniflux: its address names theirs, in base64 after a signature. They must not be asked of a
 * server that is left behind. No server's own address is as long as 200 characters, and to look further takes a long text seconds.
 */
const PROXIED = /https?:\/\/[^\s"'<>]{1,200}?\/proxy\/[\w-]{43}=\/([\w-]+={0,2})/g;

function withoutProxy(
  written: string | undefined,
  escaped = (url: string): string => url,
): string | undefined {
  return written?.replace(PROXIED, (whole, encoded: string) => {
    const url = Buffer.from(encoded, 'base64url').toString('utf8');
    return /^https?:\/\/[^\s"'<>]+$/i.test(url) ? escaped(url) : whole;
  });
}

function minifluxEnclosure({ url, mime_type: type, size }: Fields): PostEnclosure[] {
  return enclosureOf(withoutProxy(textOf(url)), { type: textOf(type), length: countOf(size) });
}

function readerEnclosure({ href, type, length }: Fields): PostEnclosure[] {
  return enclosureOf(href, { type: textOf(type), length: countOf(length) });
}

function enclosureOf(
  written: unknown,
  about: { [Key in 'type' | 'length']: PostEnclosure[Key] | undefined },
): PostEnclosure[] {
  const url = webAddress(written);
  return url === undefined ? [] : [definedOnly<PostEnclosure>({ url, ...about })];
}

/** FreshRSS writes the names of feeds and authors as HTML. */
function nameOf(value: unknown): string | undefined {
  const written = textOf(value);
  return written && decodeXmlText(written);
}

function categoriesOf(item: Fields): string[] {
  return listOf(item.categories).filter((each) => typeof each === 'string');
}

/**
 * The labels of the item itself: some files repeat those of its feed among them. FreshRSS does not; of the others only the groups of
 * the feed show which they are.
 */
function labelsOf(
  categories: readonly string[],
  { category, feedUrl }: Fields,
): Pick<TransferItem, 'tags' | 'hasGroupsAsTags'> {
  const ofFeed = textOf(category);
  const titles = categories.flatMap((each) => /^user\/[^/]+\/label\/(.+)$/s.exec(each)?.[1] ?? []);
  const tags = tagsOf(titles.filter((title) => title !== ofFeed));
  if (tags === undefined) return {};
  return feedUrl === undefined ? { tags, hasGroupsAsTags: true } : { tags };
}

function statusOf(categories: readonly string[]): boolean | undefined {
  const states = categories.map((tag) => /^user\/[^/]+\/state\/com\.google\/(read|unread)$/.exec(tag)?.[1]);
  return states.includes('unread') ? false : states.includes('read') ? true : undefined;
}

function isStarred(item: unknown): boolean {
  return categoriesOf(fieldsOf(item)).some((each) => /^user\/[^/]+\/state\/com\.google\/starred$/.test(each));
}

/** Google Reader's own ids identify a post only within the service that made them. */
function guidOf(id: string | undefined): string | undefined {
  return id === undefined || id.startsWith('tag:google.com,2005:reader/') ? undefined : id;
}

function linksOf(item: Fields): { url: string | undefined } {
  const links = [...listOf(item.canonical), ...listOf(item.alternate)];
  return { url: links.map((link) => textOf(fieldsOf(link).href)).find((href) => href !== undefined) };
}
