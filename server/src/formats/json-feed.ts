// JSON Feed 1.0 and 1.1, and JSON that is close to it.

import { decodeXML } from 'entities';
import { parseDate } from './dates.ts';
import { dropControls } from './decode.ts';
import {
  definedOnly,
  type FeedDraft,
  finishLanguage,
  finishName,
  finishTitle,
  firstUrl,
  guidLink,
  type PostDraft,
  type Written,
} from './drafts.ts';
import { FirstAndLast } from './first-and-last.ts';
import { limits } from './limits.ts';
import { absoluteUrl } from './links.ts';

type Json = Readonly<Record<string, unknown>>;

/** Undefined when the value is no feed; `whole` when all of its posts were taken. */
export function readJsonFeed(
  value: unknown,
  fetchedUrl: string,
): { draft: FeedDraft; whole: boolean } | undefined {
  const feed = objectIn(value);
  if (feed === undefined) return undefined;
  const saysSo = /jsonfeed\.org\/version\/[\d.]/.test(textAt(feed, 'version') ?? '');
  const title = textAt(feed, 'title');
  // WordPress leaves the list out where it would be empty.
  const list = saysSo && title !== undefined ? (feed.items ?? []) : feed.items;
  if (!Array.isArray(list) || (!saysSo && title === undefined)) return undefined;
  const items = list.map(objectIn).filter((item) => item !== undefined);
  const siteUrl = absoluteUrl(textAt(feed, 'home_page_url'), fetchedUrl);
  const author = peopleOf(feed);
  const hubs = listAt(feed, 'hubs')
    .filter((hub) => /^\s*(websub|pubsubhubbub)\s*$/i.test(textAt(hub, 'type') ?? 'websub'))
    .map((hub) => absoluteUrl(textAt(hub, 'url'), fetchedUrl));
  const description = textAt(feed, 'description');
  const head = definedOnly<FeedDraft['head']>({
    title: finishTitle(written(title, fetchedUrl)) ?? '',
    siteUrl,
    description: finishTitle(written(description, fetchedUrl)),
    language: finishLanguage(textAt(feed, 'language')),
    imageUrl: firstUrl([
      { value: textAt(feed, 'icon'), base: fetchedUrl },
      { value: textAt(feed, 'favicon'), base: fetchedUrl },
    ]),
    selfUrl: absoluteUrl(textAt(feed, 'feed_url'), fetchedUrl),
    hubUrls: [...new Set(hubs.filter((url) => url !== undefined))],
    newAddress: undefined,
    hints: { skipHours: [], skipDays: [] },
  });
  const base = siteUrl ?? fetchedUrl;
  const chosen = new FirstAndLast<Json>(limits.posts, limits.lastPosts);
  for (const item of items) chosen.add(item);
  const posts = chosen.kept().map((item) => readItem(item, base, author));
  return { draft: { head, posts }, whole: chosen.leftOut === 0 };
}

function readItem(item: Json, feedBase: string, feedAuthor: string | undefined): PostDraft {
  const guid = textAt(item, 'id') ?? textAt(item, 'guid');
  const link = textAt(item, 'url');
  const base = absoluteUrl(link, feedBase) ?? feedBase;
  const [content, summary] = wordsOf(item, base);
  const title = textAt(item, 'title');
  const attachments = listAt(item, 'attachments');
  return {
    guid,
    links: [
      { value: link, base: feedBase },
      { value: textAt(item, 'external_url'), base: feedBase },
      guidLink(guid),
    ],
    title: written(title, base),
    author: peopleOf(item) ?? feedAuthor,
    publishedAt: parseDate(textAt(item, 'date_published')),
    updatedAt: parseDate(textAt(item, 'date_modified')),
    content,
    summary,
    images: ['image', 'banner_image'].map((name) => ({ value: textAt(item, name), base })),
    pictures: [{ value: textAt(item, 'image'), base }],
    categories: tagsOf(item),
    enclosures: attachments.map((attachment) => ({
      value: textAt(attachment, 'url'),
      base,
      type: textAt(attachment, 'mime_type'),
      length: countAt(attachment, 'size_in_bytes'),
      durationSeconds: countAt(attachment, 'duration_in_seconds'),
      title: textAt(attachment, 'title'),
    })),
  };
}

/**
 * Titles are plain text by the specification, so `<i>` stays. But programs copy them from pages, with character references that nobody
 * writes in plain text: those of XML are decoded.
 */
function written(title: string | undefined, base: string): Written | undefined {
  return title === undefined ? undefined : { kind: 'text', value: decodeXML(title), base };
}

/** HTML is preferred to text; a summary is plain text by the specification. */
function wordsOf(item: Json, base: string): [content: Written | undefined, summary: Written | undefined] {
  const html = textAt(item, 'content_html');
  const text = textAt(item, 'content_text');
  const summary = textAt(item, 'summary');
  const content: Written | undefined =
    html !== undefined
      ? { kind: 'html', value: html, base }
      : text === undefined
        ? undefined
        : { kind: 'text', value: text, base };
  return [content, summary === undefined ? undefined : { kind: 'text', value: summary, base }];
}

/** `authors` is version 1.1, `author` is 1.0. */
function peopleOf(owner: Json): string | undefined {
  const names = [...listAt(owner, 'authors'), ...listAt(owner, 'author')]
    .map((person) => finishName(textAt(person, 'name')))
    .filter((name) => name !== undefined);
  if (names.length > 0) return [...new Set(names)].join(', ');
  return finishName(textAt(owner, 'author'));
}

/** Some write them in one text, with commas. */
function tagsOf({ tags }: Json): string[] {
  const list: unknown = typeof tags === 'string' ? tags.split(',', limits.categories) : tags;
  if (!Array.isArray(list)) return [];
  return list
    .slice(0, limits.categories)
    .filter((tag) => typeof tag === 'string')
    .map(clean);
}

function objectIn(value: unknown): Json | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : undefined;
}

/** A text that is not blank; numbers too, because identifiers are often written as numbers. */
function textAt(owner: Json, name: string): string | undefined {
  const value = owner[name];
  const written = typeof value === 'number' && Number.isFinite(value) ? String(value) : value;
  const text = typeof written === 'string' ? clean(written) : '';
  return text.trim() === '' ? undefined : text;
}

/**
 * Escaped, JSON may hold what is dropped from every document, and halves of characters, which programs leave that cut texts. No database keeps
 * those as they are: a post with one in its id would not be recognised.
 */
function clean(text: string): string {
  return dropControls(text).toWellFormed();
}

/** A whole number, at least 0, that every program can read. */
function countAt(owner: Json, name: string): number | undefined {
  const number = Math.floor(Number(owner[name] ?? Number.NaN));
  return Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}

function listAt(owner: Json, name: string): Json[] {
  const list = owner[name];
  // A single value may come without the list around it.
  return (Array.isArray(list) ? list : [list])
    .slice(0, limits.enclosures)
    .map(objectIn)
    .filter((entry) => entry !== undefined);
}
