// Files of saved items → parts: what Nextcloud News, Feeder and Tiny Tiny RSS export besides their lists of feeds.
import { readTtrssArticles } from '../../formats/ttrss-articles.ts';
import type { PostDetails, PostEnclosure } from '../../model/post.ts';
import type { TransferPart } from '../../model/transfer.ts';
import { feedOf, itemsOfFeeds } from './document-feeds.ts';
import {
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
import { readJson } from './json-values.ts';

/** Nextcloud News, `articles.json`: the unread and the starred items. Of their feeds it has only the pages (`feedLink`). */
export function readNextcloud(list: readonly unknown[]): Iterable<TransferPart> {
  return itemsOfFeeds(list.map(fieldsOf), (fields) => {
    const site = webAddress(fields.feedLink);
    return {
      feed: site === undefined ? undefined : { written: site, isSite: true },
      guid: textOf(fields.guid),
      url: webAddress(fields.url),
      title: textOf(fields.title),
      author: textOf(fields.author),
      publishedAt: timeOf(fields.pubDate),
      read: fields.unread !== true,
      starred: fields.starred === true,
      content: htmlOf(fields.body),
      details: fileOf(fields.enclosureLink, fields.enclosureMime),
    };
  });
}

/** Feeder, saved articles: with the beginnings of their texts, as plain text. */
export function readFeeder(articles: readonly unknown[]): Iterable<TransferPart> {
  return itemsOfFeeds(articles.map(fieldsOf), (fields) => {
    const feed = fieldsOf(fields.feed);
    const title = textOf(feed.customTitle) ?? textOf(feed.title);
    return {
      feed: feedOf(textOf(feed.url), title, textOf(feed.tag)),
      guid: textOf(fields.guid),
      url: webAddress(fields.link),
      title: textOf(fields.title),
      author: textOf(fields.author),
      publishedAt:
        timeOf(textOf(fields.pubDate)?.replace(/\[[^[\]]*\]$/, '')) ?? timeOf(fields.primarySortTime),
      read: textOf(fields.readTime) !== undefined,
      starred: true,
      summary: asHtml(textOf(fields.snippet)),
      details: fileOf(fields.enclosureLink, fields.enclosureType),
    };
  });
}

/**
 * Tiny Tiny RSS, "Export my data": starred and archived items. Their guids are its own, so that only their links tell which
 * posts they are; the archived ones may be of no feed any more.
 */
export function readTtrss(text: string): Iterable<TransferPart> {
  return itemsOfFeeds(readTtrssArticles(text), (fields) => {
    const categories = (textOf(fields.tag_cache) ?? '').split(',').flatMap((tag) => textOf(tag) ?? []);
    return {
      feed: feedOf(textOf(fields.feed_url), textOf(fields.feed_title)),
      url: webAddress(fields.link),
      title: textOf(fields.title),
      titleIsHtml: true,
      publishedAt: utcOf(textOf(fields.updated)),
      starred: /^(?:1|t|true)$/.test(fields.marked ?? ''),
      tags: tagsOf(labelsOf(fields.label_cache)),
      content: htmlOf(fields.content),
      details: categories.length > 0 ? { categories } : undefined,
    };
  });
}

function fileOf(written: unknown, type: unknown): PostDetails | undefined {
  const url = webAddress(written);
  const file = url && definedOnly<PostEnclosure>({ url, type: textOf(type) });
  return file ? { enclosures: [file] } : undefined;
}

function asHtml(text: string | undefined): string | undefined {
  return text?.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

/** `2021-05-01 13:45:00`, and it is UTC. */
function utcOf(written: string | undefined): number | undefined {
  return timeOf(written?.replace(/^(\S+) ([\d:.]+)$/, '$1T$2Z'));
}

/** JSON within the XML: a list for each label, its title in the second place. */
function labelsOf(written: string | undefined): unknown[] {
  const labels = readJson(written ?? '')?.whole;
  return nonEmpty(listOf(labels).map((label) => listOf(label)[1])) ?? [];
}

/** Whether a list of items is that of Nextcloud News, by the first of them. */
export function isNextcloud(first: Fields): boolean {
  return 'feedLink' in first && 'guid' in first;
}

/** Whether an object is the export of Feeder. */
export function isFeeder(document: Fields): boolean {
  return document.format === 'feeder-saved-articles' && Array.isArray(document.articles);
}
