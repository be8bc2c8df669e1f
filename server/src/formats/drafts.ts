// Turns what a family's reader found into what other rooms get: addresses made absolute, HTML sanitised, lengths bounded.

import { createHash } from 'node:crypto';
import { decodeHTMLAttribute } from 'entities';
import type { Enclosure, FeedDocument, FeedPost, KnownReadings } from './feed-document.ts';
import { fingerprintOf } from './fingerprint.ts';
import { limits } from './limits.ts';
import { absoluteUrl, completeUrl } from './links.ts';
import { havePicture, isPictureFile, picturesAsHtml, type WrittenPicture, withLarger } from './pictures.ts';
import { sanitise } from './sanitise.ts';
import { collapse, looksLikeHtml, plainText, shorten, textToHtml, withoutSecondEscape } from './text.ts';

/** Words as the publisher wrote them; `either` is for formats that leave it to the reader to guess. */
export interface Written {
  kind: 'text' | 'html' | 'either';
  value: string;
  /** What relative addresses in it are resolved against. */
  base: string;
}

/** An address as written, with what it is relative to. */
export interface WrittenUrl {
  value: string | undefined;
  base: string;
}

export interface WrittenEnclosure extends WrittenUrl {
  type?: string | undefined;
  length?: number | undefined;
  durationSeconds?: number | undefined;
  title?: string | undefined;
}

export interface PostDraft {
  /** The document broke off within it. */
  cut?: true;
  guid?: string | undefined;
  /** The best first: the first that is an address becomes the post's. */
  links: WrittenUrl[];
  title?: Written | undefined;
  author?: string | undefined;
  publishedAt?: number | undefined;
  updatedAt?: number | undefined;
  content?: Written | undefined;
  summary?: Written | undefined;
  comments?: WrittenUrl | undefined;
  images: WrittenUrl[];
  /** Those that belong to the post, and are not only there to stand for it. Enclosed ones that are missing here come after them. */
  pictures: WrittenPicture[];
  categories: (string | undefined)[];
  enclosures: WrittenEnclosure[];
}

/** What the reader of a family returns: the posts are drafts, which the caller finishes. */
export interface FeedDraft {
  head: Omit<FeedDocument, 'posts' | 'whole' | 'warnings'>;
  posts: PostDraft[];
}

/** Undefined when the draft has neither guid nor address, title, text or picture. */
export function finishPost(draft: PostDraft, known?: KnownReadings): FeedPost | undefined {
  const enclosures = finishEnclosures(draft.enclosures);
  const title = finishTitle(draft.title);
  const pictures = [...draft.pictures, ...draft.enclosures.filter(isPictureFile).map(asPicture)];
  // A post without a title is named after its text, so its text is read in any case.
  const fingerprint =
    known === undefined || title === undefined ? undefined : fingerprintOf({ ...draft, pictures });
  const note = fingerprint === undefined ? undefined : known?.get(fingerprint);
  const file = enclosures.find(({ type }) => !type?.startsWith('image/')) ?? enclosures[0];
  const url = firstUrl(draft.links) ?? file?.url;
  const { content, summary } = note === undefined ? finishTexts(draft, pictures, url) : {};
  // Only used in place of a title; reading the HTML once more is an eighth of what a document costs.
  const text = title === undefined ? plainText(content ?? summary ?? '', limits.textChars) : undefined;
  const guid = finishGuid(draft.guid);
  const isNameless = guid === undefined && url === undefined && title === undefined && !text;
  const post: FeedPost = definedOnly({
    cut: draft.cut,
    guid,
    url: isNameless ? firstPicture(content) : url,
    title,
    author: finishName(draft.author),
    publishedAt: draft.publishedAt ?? draft.updatedAt,
    updatedAt: draft.updatedAt,
    content,
    summary: summary === content ? undefined : summary,
    text: nonEmpty(text) ?? (title === undefined ? whatIsShown(content) : undefined),
    commentsUrl: finishComments(draft.comments),
    imageUrl: firstUrl(draft.images),
    categories: finishCategories(draft.categories),
    enclosures,
    fingerprint,
    known: note,
  });
  return isNameless && post.url === undefined ? undefined : post;
}

/** Pictures that stand beside the words are shown below them. */
function finishTexts(
  draft: PostDraft,
  pictures: PostDraft['pictures'],
  url: string | undefined,
): { content?: string | undefined; summary?: string | undefined } {
  const words = finishWords(draft.content);
  const summary = finishWords(draft.summary);
  return { content: withPictures(words ?? summary ?? '', pictures, url) ?? words, summary };
}

/** All that an item has to have is a description, which may be no more than a picture: nothing else tells such posts apart. */
function firstPicture(html: string | undefined): string | undefined {
  const [, src] = /<img src="([^"]+)"/.exec(html ?? '') ?? [];
  return src === undefined ? undefined : completeUrl(decodeHTMLAttribute(src));
}

/** A post without words is named after its first picture that has some. */
function whatIsShown(html: string | undefined): string | undefined {
  const [, alt = ''] = /<img\b[^>]* alt="([^"]+)"/.exec(html ?? '') ?? [];
  return nonEmpty(plainText(alt, limits.textChars));
}

/**
 * Whether the HTML has an address that is relative to its page (`#note`, `picture.png`). Otherwise the page must not become its base:
 * the base is part of the fingerprint, and a link with a session in it would change that at every visit.
 */
export function needPage(words: Written | undefined): boolean {
  if (words === undefined || words.kind === 'text') return false;
  return /(?:href|src|srcset|poster)\s*=\s*["']?(?![a-z][a-z\d+.-]{0,20}:|[/\s"'>])/i.test(words.value);
}

/** Some programs demand a title, and people give them a blank without width. Nobody could see such a row of a list. */
const unseen = /^[\p{Cf}\p{Z}\u2800\u3164]*$/u;

/** Titles are plain text: tags are removed and entities decoded once, unless the format says that it is text already. */
export function finishTitle(written: Written | undefined): string | undefined {
  if (written === undefined) return undefined;
  const { kind, value } = written;
  const text = kind === 'text' ? shorten(collapse(value), limits.titleChars) : plainText(value);
  return unseen.test(text) ? undefined : text;
}

/** RSS writes `mail@example.org (Name)`, others `Name <mail@example.org>` or `Name (mail@example.org)`: a name is enough for a reader. */
export function finishName(written: string | undefined): string | undefined {
  if (written === undefined) return undefined;
  const text = collapse(written.slice(0, limits.titleChars));
  const named =
    /^\S+@\S+ \(([^()]+)\)$/.exec(text)?.[1] ??
    /^([^<>()@]+) [<(]\S+@\S+[>)]$/.exec(text)?.[1] ??
    // Lemmy gives the address of the account only.
    /^https?:\/\/[^/\s]+\/u\/([\w.-]+)$/i.exec(text)?.[1];
  return nonEmpty(plainText(named ?? text));
}

/** Language tags as BCP 47 shapes them; `en_US` is a common slip. */
export function finishLanguage(written: string | undefined): string | undefined {
  const tag = written?.trim().replaceAll('_', '-');
  return tag !== undefined && /^[a-z]{2,3}(?:-[a-z0-9]{1,8}){0,4}$/i.test(tag) ? tag : undefined;
}

export function firstUrl(urls: readonly WrittenUrl[]): string | undefined {
  for (const { value, base } of urls) {
    const url = absoluteUrl(value, base);
    if (url !== undefined) return url;
  }
  return undefined;
}

/** Leaves out undefined values, so that an optional property is either absent or has a value. */
export function definedOnly<T extends object>(properties: { [K in keyof T]: T[K] | undefined }): T {
  const kept: Partial<T> = {};
  for (const key of Object.keys(properties) as (keyof T)[]) {
    const value = properties[key];
    if (value !== undefined) kept[key] = value;
  }
  return kept as T;
}

/** A guid is a link only when it is a complete address: `12345` is not, whatever isPermaLink says. */
export function guidLink(guid: string | undefined): WrittenUrl {
  const url = completeUrl(guid);
  return { value: url, base: url ?? '' };
}

function finishWords(written: Written | undefined): string | undefined {
  if (written === undefined) return undefined;
  const value = written.value.slice(0, limits.fieldChars);
  const isHtml = written.kind === 'html' || (written.kind === 'either' && looksLikeHtml(value));
  return nonEmpty(sanitise(isHtml ? withoutSecondEscape(value) : textToHtml(value), written.base));
}

/** Undefined where nothing is added: what has a picture among its words mostly shows the attached ones there. */
function withPictures(
  words: string,
  pictures: readonly WrittenPicture[],
  page: string | undefined,
): string | undefined {
  if (pictures.length === 0) return undefined;
  if (havePicture(words)) return withLarger(words, pictures);
  const html = picturesAsHtml(pictures, page);
  if (html === undefined) return undefined;
  const added = sanitise(html, pictures[0]?.base ?? '');
  // A film comes before what is said about it.
  return pictures.some(({ still }) => still) ? added + words : words + added;
}

function asPicture({ value, base, title: alt }: WrittenEnclosure): WrittenPicture {
  return { value, base, alt };
}

/** Some write the number of comments here, or a word: only what has a sign of an address, and no blanks, is taken for one. */
function finishComments(written: WrittenUrl | undefined): string | undefined {
  const text = written?.value?.trim() ?? '';
  return written !== undefined && /[/?#.]/.test(text) && !/\s/.test(text) ? firstUrl([written]) : undefined;
}

function finishGuid(written: string | undefined): string | undefined {
  const guid = nonEmpty(written?.trim());
  if (guid === undefined || guid.length <= limits.guidChars) return guid;
  return `sha256:${createHash('sha256').update(guid).digest('hex')}`;
}

function finishCategories(written: readonly (string | undefined)[]): string[] {
  const found = new Set<string>();
  for (const category of written) {
    if (found.size >= limits.categories) break;
    const text = category === undefined ? '' : plainText(category, limits.categoryChars);
    if (text !== '') found.add(text);
  }
  return [...found];
}

function finishEnclosures(written: readonly WrittenEnclosure[]): Enclosure[] {
  const found = new Map<string, Enclosure>();
  for (const { value, base, type, length, durationSeconds, title } of written) {
    if (found.size >= limits.enclosures) break;
    const url = absoluteUrl(value, base);
    if (url === undefined) continue;
    const next = definedOnly<Enclosure>({
      url,
      type: type !== undefined && /^[\w.+-]{1,60}\/[\w.+-]{1,60}/.test(type) ? type : undefined,
      // Publishers who do not know the length write 0 or 1.
      length: length !== undefined && length > 1 ? length : undefined,
      durationSeconds: durationSeconds === 0 ? undefined : durationSeconds,
      title: title === undefined ? undefined : nonEmpty(plainText(title)),
    });
    // Two modules may describe the same file: each may say what the other leaves out.
    found.set(url, { ...next, ...found.get(url) });
  }
  return [...found.values()];
}

function nonEmpty(text: string | undefined): string | undefined {
  return text === undefined || text === '' ? undefined : text;
}
