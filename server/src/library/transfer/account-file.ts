// Our own file format for a whole account: JSON Lines, so that it is written and read in pieces, and half a file is still half an account.
import { feedAddress, writtenTitle } from '../../formats/opml.ts';
import type { Feed } from '../../model/feed.ts';
import type { PostDetails, PostEnclosure } from '../../model/post.ts';
import { MAX_TAGS_OF_ITEM } from '../../model/tag.ts';
import type { TransferFeed, TransferItem, TransferPart } from '../../model/transfer.ts';
import {
  countOf,
  definedOnly,
  type Fields,
  fieldsOf,
  htmlOf,
  itemPart,
  listOf,
  nonEmpty,
  positionsOf,
  tagsOf,
  textOf,
  timeOf,
  webAddress,
} from './fields.ts';
import { importLimits } from './limits.ts';
import { noteOf } from './notes.ts';

/** Raised when a reader of the previous version would misunderstand the file. */
const VERSION = 1;

/** Noted once, for however many items. */
const tooManyTags: TransferPart = { part: 'note', note: noteOf('too-many-tags', MAX_TAGS_OF_ITEM) };

/** Whether a value is the first line of such a file. */
export function isAccountHeader(value: unknown): boolean {
  return fieldsOf(value).courant === 'account';
}

export function headerLine(exportedAt: number): string {
  return line({ courant: 'account', version: VERSION, exported_at: new Date(exportedAt).toISOString() });
}

export function groupLine(title: string): string {
  return line({ group: { title } });
}

export function feedLine(feed: Feed, groups: readonly string[]): string {
  return line({
    feed: {
      url: feed.feedUrl,
      title: feed.title,
      site_url: feed.url,
      groups,
      ...(feed.customTitle === undefined ? {} : { custom_title: feed.customTitle }),
      ...(feed.intervalMs === undefined ? {} : { interval_seconds: feed.intervalMs / 1_000 }),
      ...(feed.fetchesArticles ? { full_text: true } : {}),
    },
  });
}

export function itemLine(item: TransferItem): string {
  const { details = {} } = item;
  const date = (time: number | undefined): string | undefined =>
    time === undefined ? undefined : new Date(time).toISOString();
  return line({
    item: definedOnly({
      feed: item.feedUrl,
      identity: item.identity,
      guid: item.guid,
      url: item.url,
      title: item.title,
      author: item.author,
      published: date(item.publishedAt),
      created_at: date(item.createdAt),
      read: item.read,
      starred: item.starred,
      tags: item.tags,
      positions: item.positions?.map(({ at, ...rest }) => ({ ...rest, at: date(at) })),
      content: item.content,
      summary: item.summary,
      enclosures: details.enclosures?.map(({ durationSeconds, ...rest }) => ({
        ...rest,
        ...(durationSeconds === undefined ? {} : { duration_seconds: durationSeconds }),
      })),
      categories: details.categories,
      comments_url: details.commentsUrl,
      image_url: details.imageUrl,
    }),
  });
}

export function* readAccount(lines: Iterable<unknown>): Generator<TransferPart> {
  let unread = 0;
  for (const value of lines) {
    const { group, feed, item, version } = fieldsOf(value);
    if (value === undefined) unread += 1;
    else if ((countOf(version) ?? 0) > VERSION) {
      yield { part: 'note', note: noteOf('newer-file') };
    } else if (group !== undefined) {
      const title = writtenTitle(textOf(fieldsOf(group).title) ?? '');
      if (title !== '') yield { part: 'group', title };
    } else if (feed !== undefined) yield* readFeed(fieldsOf(feed));
    else if (item !== undefined) yield* readItem(fieldsOf(item));
  }
  if (unread > 0) yield { part: 'note', note: noteOf('unreadable-lines', unread) };
}

function* readFeed(fields: Fields): Generator<TransferPart> {
  const url = textOf(fields.url);
  if (url === undefined) return;
  const seconds = countOf(fields.interval_seconds);
  yield {
    part: 'feed',
    feed: definedOnly<TransferFeed>({
      url: feedAddress(url),
      customTitle: textOf(fields.custom_title),
      lastTitle: textOf(fields.title),
      // One more shows that there are too many.
      groups: listOf(fields.groups)
        .slice(0, importLimits.groupsOfFeed + 1)
        .map((title) => writtenTitle(textOf(title) ?? ''))
        .filter(Boolean),
      intervalMs: seconds === undefined ? undefined : seconds * 1_000,
      fetchesArticles: fields.full_text === true ? true : undefined,
    }),
  };
}

function* readItem(fields: Fields): Generator<TransferPart> {
  const feed = textOf(fields.feed);
  const names = { identity: textOf(fields.identity), guid: textOf(fields.guid), url: textOf(fields.url) };
  if (feed === undefined || Object.values(names).every((name) => name === undefined)) return;
  const details = detailsOf(fields);
  if (listOf(fields.tags).length > MAX_TAGS_OF_ITEM) yield tooManyTags;
  yield itemPart({
    feedUrl: feedAddress(feed),
    ...names,
    title: textOf(fields.title),
    author: textOf(fields.author),
    publishedAt: timeOf(fields.published),
    createdAt: timeOf(fields.created_at),
    read: fields.read === true,
    starred: fields.starred === true,
    tags: tagsOf(listOf(fields.tags), writtenTitle),
    positions: positionsOf(listOf(fields.positions)),
    content: htmlOf(fields.content),
    summary: htmlOf(fields.summary),
    details: Object.keys(details).length > 0 ? details : undefined,
  });
}

function detailsOf(fields: Fields): PostDetails {
  const enclosures = listOf(fields.enclosures).map(fieldsOf).flatMap(enclosureOf);
  const categories = listOf(fields.categories)
    .map(textOf)
    .filter((each) => each !== undefined);
  return definedOnly<PostDetails>({
    enclosures: nonEmpty(enclosures),
    categories: nonEmpty(categories),
    commentsUrl: webAddress(fields.comments_url),
    imageUrl: webAddress(fields.image_url),
  });
}

function enclosureOf(fields: Fields): PostEnclosure[] {
  const url = webAddress(fields.url);
  if (url === undefined) return [];
  return [
    definedOnly<PostEnclosure>({
      url,
      type: textOf(fields.type),
      length: countOf(fields.length),
      durationSeconds: countOf(fields.duration_seconds),
      title: textOf(fields.title),
    }),
  ];
}

function line(value: object): string {
  return `${JSON.stringify(value)}\n`;
}
