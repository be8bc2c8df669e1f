// Atom 1.0 (RFC 4287) and 0.3.

import { escapeAttribute } from 'entities';
import {
  definedOnly,
  type FeedDraft,
  finishLanguage,
  finishName,
  finishTitle,
  firstUrl,
  guidLink,
  needPage,
  type PostDraft,
  type Written,
  type WrittenUrl,
} from './drafts.ts';
import {
  allText,
  attributeOf,
  childOf,
  childrenOf,
  hasElements,
  innerMarkup,
  nameIn,
  textIn,
  textOf,
} from './elements.ts';
import { absoluteUrl, pageOrSite, resolveBase } from './links.ts';
import {
  atomCategories,
  atomLinks,
  atomUrl,
  dateOf,
  hintsOf,
  hubUrls,
  linkedEnclosures,
  mediaEnclosures,
  mediaImages,
  mediaText,
  urlAt,
  withDuration,
} from './modules.ts';
import { mediaPictures } from './pictures.ts';
import { isHtmlAfterAll } from './text.ts';
import type { Element, Tree } from './xml-tree.ts';

export function readAtom(tree: Tree, fetchedUrl: string): FeedDraft {
  const feed = tree.root;
  const siteUrl = firstUrl(alternates(feed, fetchedUrl));
  const author = peopleOf(feed);
  const head = definedOnly<FeedDraft['head']>({
    title: finishTitle(wordsOf(childOf(feed, 'atom:title', 'dc:title'), fetchedUrl)) ?? '',
    siteUrl,
    description: finishTitle(
      wordsOf(childOf(feed, 'atom:subtitle', 'atom:tagline', 'itunes:summary', 'dc:description'), fetchedUrl),
    ),
    language: finishLanguage(textOf(feed, 'dc:language', 'atom:language') ?? feed.language),
    imageUrl: firstUrl([
      urlAt(feed, textOf(feed, 'atom:logo', 'atom:icon'), fetchedUrl),
      ...mediaImages(feed, fetchedUrl),
    ]),
    selfUrl: atomUrl(feed, 'self', fetchedUrl),
    hubUrls: hubUrls(feed, fetchedUrl),
    newAddress: absoluteUrl(textOf(feed, 'itunes:new-feed-url'), fetchedUrl),
    hints: hintsOf(feed),
  });
  // RFC 4287 §2 resolves xml:base against the document's address; we use the feed's own link, because authors expect that.
  const base = siteUrl ?? fetchedUrl;
  return { head, posts: tree.posts.map((entry) => readEntry(entry, base, author)) };
}

function readEntry(entry: Element, base: string, feedAuthor: string | undefined): PostDraft {
  const guid = nameIn(entry, 'atom:id', 'guid', 'dc:identifier');
  const full = childOf(entry, 'atom:content');
  const source = childOf(entry, 'atom:source');
  const links = [
    ...['feedburner:origlink', 'pheedo:origlink'].map((name) => urlAt(entry, textOf(entry, name), base)),
    ...alternates(entry, base),
    urlAt(full, attributeOf(full, 'src'), base),
    guidLink(textOf(entry, 'atom:id', 'guid', 'dc:identifier')),
  ];
  const words = wordsOfEntry(entry, base);
  const page = pageOrSite(firstUrl(links), base);
  const [content, summary] = words.some(needPage) ? wordsOfEntry(entry, page, page) : words;
  return {
    guid,
    links,
    title: wordsOf(childOf(entry, 'atom:title', 'dc:title') ?? mediaText(entry, 'media:title'), base),
    // RFC 4287 §4.2.1: an entry without an author has that of its source, or of its feed.
    author: peopleOf(entry) ?? peopleOf(source) ?? feedAuthor,
    publishedAt: dateOf(
      entry,
      'atom:published',
      'atom:issued',
      'atom:created',
      'dc:date',
      'dcterms:issued',
      'pubdate',
    ),
    updatedAt: dateOf(entry, 'atom:updated', 'atom:modified', 'dcterms:modified'),
    content,
    summary,
    comments: repliesOf(entry, base),
    images: [...mediaImages(entry, base), ...linkedImages(entry, base)],
    pictures: [...linkedImages(entry, base), ...mediaPictures(entry, base)],
    categories: [...atomCategories(entry), ...childrenOf(entry, 'dc:subject').map(allText)],
    enclosures: enclosuresOf(entry, base),
  };
}

function wordsOfEntry(
  entry: Element,
  base: string,
  page?: string,
): [content: Written | undefined, summary: Written | undefined] {
  return [
    guessed(childOf(entry, 'atom:content'), base, page) ??
      plainWords(childOf(entry, 'content:encoded') ?? mediaText(entry, 'media:description'), base),
    guessed(childOf(entry, 'atom:summary', 'itunes:summary', 'dc:description'), base, page),
  ];
}

/** Without a type they are text (RFC 4287 §3.1.1), but generators leave the type out of HTML (Publii in its summaries). */
function guessed(element: Element | undefined, base: string, page?: string): Written | undefined {
  const words = wordsOf(element, base, page);
  const isTyped = attributeOf(element, 'type') !== undefined;
  return words?.kind === 'text' && !isTyped && isHtmlAfterAll(words.value)
    ? { ...words, kind: 'html' }
    : words;
}

/** Links to the page of a feed or an entry: HTML before other types, RFC 4287 §4.2.7.2 (no `rel` means alternate). */
function alternates(parent: Element, base: string): WrittenUrl[] {
  const links = atomLinks(parent, 'alternate');
  const isPage = (link: Element): boolean => /^$|html/i.test(attributeOf(link, 'type') ?? '');
  const sorted = [...links.filter(isPage), ...links.filter((link) => !isPage(link))];
  const texts = childrenOf(parent, 'atom:link').filter((link) => link.attributes.href === undefined);
  return [
    ...sorted.map((link) => urlAt(link, link.attributes.href, base)),
    // Not Atom, but some write links as RSS does.
    ...texts.map((link) => urlAt(link, textIn(link), base)),
  ];
}

function peopleOf(parent: Element | undefined): string | undefined {
  const people = childrenOf(parent, 'atom:author', 'dc:creator', 'itunes:author').map((person) =>
    finishName(textOf(person, 'atom:name', 'name') ?? textOf(person, 'atom:email') ?? personText(person)),
  );
  const names = [...new Set(people.filter((name) => name !== undefined))];
  return names.length === 0 ? undefined : names.join(', ');
}

/** A person element without child elements is read as text; one with child elements, but neither name nor e-mail, is ignored. */
function personText(person: Element): string | undefined {
  return hasElements(person) ? undefined : textIn(person);
}

/** A text construct or content, RFC 4287 §3.1 and §4.1.3; Atom 0.3 has `mode` and media types instead. */
function wordsOf(element: Element | undefined, base: string, page?: string): Written | undefined {
  if (element === undefined) return undefined;
  // XHTML is in one div (RFC 4287 §3.1.1.3), which may have a base of its own.
  const ownBase = resolveBase(base, (childOf(element, 'xhtml:div') ?? element).bases);
  const type = (attributeOf(element, 'type') ?? 'text').toLowerCase();
  // Elements inside `text` or `html` are markup that somebody forgot to escape.
  if (hasElements(element))
    return { kind: 'html', value: notesOnPage(innerMarkup(element), page, ownBase), base: ownBase };
  const text = allText(element);
  if (text.trim() === '') return undefined;
  if (attributeOf(element, 'mode')?.toLowerCase() === 'base64')
    return { kind: 'html', value: Buffer.from(text, 'base64').toString('utf8'), base: ownBase };
  if (type === 'html' || type === 'xhtml' || /\bhtml\b|^[^/]*\/.*html/.test(type))
    return { kind: 'html', value: notesOnPage(text, page, ownBase), base: ownBase };
  // Pictures, audio and archives inside the element are not text.
  if (type.includes('/') && !/^text\/|[+/]xml$/.test(type)) return undefined;
  return { kind: 'text', value: text, base: ownBase };
}

/**
 * An address that is only `#note` means a place on the page of the entry, from which the HTML was copied. Some sites give themselves as the
 * `xml:base` of all entries, and the note is not on their front page.
 */
function notesOnPage(html: string, page: string | undefined, base: string): string {
  if (page === undefined || page === base || !page.startsWith(new URL('.', base).href)) return html;
  const address = escapeAttribute(page.replaceAll("'", '%27').replace(/#.*$/s, ''));
  return html.replace(/(<a\s[^<>]*?href\s*=\s*["']?)#/gi, (_, before: string) => `${before}${address}#`);
}

function plainWords(element: Element | undefined, base: string): Written | undefined {
  return element === undefined ? undefined : { kind: 'either', value: allText(element), base };
}

function repliesOf(entry: Element, base: string): WrittenUrl | undefined {
  const replies = atomLinks(entry, 'replies');
  // RFC 4685 §4: without a type they are an Atom document.
  const page = replies.find((link) => /html/i.test(attributeOf(link, 'type') ?? ''));
  if (page !== undefined) return urlAt(page, page.attributes.href, base);
  const comments = childOf(entry, 'comments', 'atom:comments');
  return comments === undefined ? undefined : urlAt(comments, textIn(comments), base);
}

function linkedImages(entry: Element, base: string): WrittenUrl[] {
  return atomLinks(entry, 'enclosure')
    .filter((link) => attributeOf(link, 'type')?.startsWith('image/'))
    .map((link) => urlAt(link, link.attributes.href, base));
}

function enclosuresOf(entry: Element, base: string): PostDraft['enclosures'] {
  const content = childOf(entry, 'atom:content');
  const type = attributeOf(content, 'type');
  // Content by reference: audio, video or a picture (RFC 4287 §4.1.3.2).
  const out = /^(?:audio|video|image)\//.test(type ?? '')
    ? [{ ...urlAt(content, attributeOf(content, 'src'), base), type }]
    : [];
  return withDuration(entry, [...linkedEnclosures(entry, base), ...out, ...mediaEnclosures(entry, base)]);
}
