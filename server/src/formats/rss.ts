// RSS 0.91 to 2.0: `<rss>` with its channel and items, and whatever calls itself so.

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
  countIn,
  hasElements,
  innerMarkup,
  nameIn,
  textIn,
  textOf,
} from './elements.ts';
import { limits } from './limits.ts';
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
import { isPictureFile, mediaPictures } from './pictures.ts';
import { plainText } from './text.ts';
import type { Element, Tree } from './xml-tree.ts';

export function readRss(tree: Tree, fetchedUrl: string): FeedDraft {
  // `<channel>` may be the root itself, and 0.90-like documents put items beside the channel.
  const channel = tree.root.name === 'channel' ? tree.root : (childOf(tree.root, 'channel') ?? tree.root);
  const head = readChannel(channel, fetchedUrl);
  const newAddress = absoluteUrl(
    textOf(childOf(tree.root, 'redirect') ?? tree.root, 'newlocation'),
    fetchedUrl,
  );
  const base = head.siteUrl ?? fetchedUrl;
  return {
    head: { ...head, ...(newAddress === undefined ? {} : { newAddress }) },
    posts: tree.posts.map((item) => readItem(item, base)),
  };
}

/** Reads the channel of RSS and of RDF. */
export function readChannel(
  channel: Element,
  fetchedUrl: string,
  outside: Element = channel,
): FeedDraft['head'] {
  // RSS 1.0 names the picture within the channel and describes it beside it.
  const pictures = [...childrenOf(channel, 'image'), ...childrenOf(outside, 'image')];
  const description = textOf(channel, 'description', 'atom:subtitle', 'itunes:summary', 'itunes:subtitle');
  return definedOnly<FeedDraft['head']>({
    title:
      finishTitle(guessed(childOf(channel, 'title', 'dc:title', 'atom:title', 'itunes:title'), fetchedUrl)) ??
      '',
    siteUrl: firstUrl(siteLinks(channel, fetchedUrl)) ?? atomUrl(channel, 'alternate', fetchedUrl),
    description: finishTitle(
      description === undefined ? undefined : { kind: 'html', value: description, base: fetchedUrl },
    ),
    language: finishLanguage(textOf(channel, 'language', 'dc:language') ?? channel.language),
    imageUrl: firstUrl([
      ...pictures.map((picture) =>
        urlAt(picture, textOf(picture, 'url') ?? picture.attributes['rdf:resource'], fetchedUrl),
      ),
      ...mediaImages(channel, fetchedUrl),
      urlAt(channel, textOf(channel, 'atom:logo', 'atom:icon'), fetchedUrl),
    ]),
    selfUrl: atomUrl(channel, 'self', fetchedUrl),
    hubUrls: hubUrls(channel, fetchedUrl),
    newAddress: absoluteUrl(textOf(channel, 'itunes:new-feed-url'), fetchedUrl),
    hints: hintsOf(channel),
  });
}

/** Reads an item of RSS and of RDF. Relative addresses in it are resolved against the site, not the feed; those in its HTML against its page. */
export function readItem(item: Element, base: string): PostDraft {
  const guid = nameIn(item, 'guid', 'atom:id', 'dc:identifier');
  const permalink = attributeOf(childOf(item, 'guid'), 'ispermalink')?.toLowerCase() !== 'false';
  const links = [
    ...['feedburner:origlink', 'pheedo:origlink'].map((name) => urlAt(item, textOf(item, name), base)),
    ...siteLinks(item, base),
    ...atomLinks(item, 'alternate').map((link) => urlAt(link, link.attributes.href, base)),
    ...(permalink ? [guidLink(textOf(item, 'guid', 'atom:id', 'dc:identifier'))] : []),
  ];
  const words = wordsOf(item, base);
  const [content, summary] = words.some(needPage) ? wordsOf(item, pageOrSite(firstUrl(links), base)) : words;
  const comments = childOf(item, 'comments');
  return {
    guid,
    links,
    title: guessed(
      childWithText(item, 'title', 'dc:title', 'atom:title') ??
        // What has words is more than a picture, and is not called by its name: WordPress.com gives all pictures one.
        mediaText(item, 'media:title', { ofPictures: plainText(content?.value ?? '') === '' }) ??
        childOf(item, 'itunes:title'),
      base,
    ),
    author: authorOf(item),
    publishedAt: dateOf(
      item,
      'pubdate',
      'dc:date',
      'dcterms:issued',
      'dcterms:created',
      'atom:published',
      'published',
      'date',
    ),
    updatedAt: dateOf(item, 'atom:updated', 'dcterms:modified', 'updated', 'lastbuilddate'),
    content,
    summary,
    comments: comments === undefined ? undefined : urlAt(comments, textIn(comments), base),
    images: [...mediaImages(item, base), ...plainImages(item, base)],
    pictures: [...enclosedPictures(item, base), ...mediaPictures(item, base)],
    categories: [...categoriesOf(item), ...atomCategories(item)],
    enclosures: enclosuresOf(item, base),
  };
}

/** IDG's sites have a list of them in an element of its own, and Media RSS one with commas. */
function categoriesOf(item: Element): string[] {
  const lists = [item, ...childrenOf(item, 'categories')];
  const keywords = [item, ...childrenOf(item, 'media:group')]
    .flatMap((media) => childrenOf(media, 'media:keywords'))
    .flatMap((list) => (textIn(list) ?? '').split(',', limits.categories));
  return [...lists.flatMap((list) => childrenOf(list, 'category', 'dc:subject').map(allText)), ...keywords];
}

/** `<link>` as RSS defines it, with text; some write it with `href`, and then it has no text. */
function siteLinks(parent: Element, base: string): WrittenUrl[] {
  return childrenOf(parent, 'link').map((link) => urlAt(link, textIn(link), base));
}

function authorOf(parent: Element): string | undefined {
  const names = ['author', 'dc:creator', 'dc:author', 'itunes:author', 'googleplay:author', 'media:credit'];
  for (const name of names) {
    // `<author><name>…` is Atom's way, and some write it in RSS.
    const elements = childrenOf(parent, name);
    if (elements.length === 0) continue;
    const authors = elements
      // Media RSS gives credit to photographers and actors too.
      .filter((author) => name !== 'media:credit' || attributeOf(author, 'role') === 'author')
      .map((author) => finishName(textOf(author, 'name', 'atom:name') ?? textIn(author)));
    const found = [...new Set(authors.filter((author) => author !== undefined))];
    if (found.length > 0) return found.join(', ');
  }
  const atom = childrenOf(parent, 'atom:author').map((author) =>
    finishName(textOf(author, 'atom:name', 'name')),
  );
  return atom.find((author) => author !== undefined);
}

/** The full text is the content and the teaser the summary; where there is only one of them, it is the content. */
function wordsOf(item: Element, base: string): [content: Written | undefined, summary: Written | undefined] {
  const full = childWithText(
    item,
    'content:encoded',
    'xhtml:body',
    'xhtml:div',
    'atom:content',
    'fulltext',
    'content',
  );
  const teaser = childWithText(
    item,
    'description',
    'atom:summary',
    'summary',
    'itunes:summary',
    'dc:description',
  );
  const last =
    full ?? teaser ?? mediaText(item, 'media:description') ?? childWithText(item, 'itunes:subtitle');
  return [guessed(last, base), full === undefined ? undefined : guessed(teaser, base)];
}

function childWithText(parent: Element, ...names: string[]): Element | undefined {
  for (const name of names) {
    const found = childrenOf(parent, name).find((child) => hasElements(child) || textIn(child) !== undefined);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** RSS does not say whether it has HTML or text: elements are HTML that somebody forgot to escape, text is judged by its looks. */
function guessed(element: Element | undefined, base: string): Written | undefined {
  if (element === undefined) return undefined;
  const ownBase = resolveBase(base, element.bases);
  if (hasElements(element)) return { kind: 'html', value: innerMarkup(element), base: ownBase };
  return { kind: 'either', value: allText(element), base: ownBase };
}

function plainImages(item: Element, base: string): WrittenUrl[] {
  const image = childOf(item, 'image');
  return [
    ...enclosedPictures(item, base),
    urlAt(image, textOf(image, 'url') ?? attributeOf(image, 'href') ?? textIn(image), base),
  ];
}

function enclosedPictures(item: Element, base: string): WrittenUrl[] {
  return childrenOf(item, 'enclosure')
    .filter((found) => isPictureFile({ type: attributeOf(found, 'type'), value: attributeOf(found, 'url') }))
    .map((picture) => urlAt(picture, attributeOf(picture, 'url'), base));
}

function enclosuresOf(item: Element, base: string): PostDraft['enclosures'] {
  const own = childrenOf(item, 'enclosure').map((enclosure) => ({
    ...urlAt(enclosure, attributeOf(enclosure, 'url') ?? attributeOf(enclosure, 'href'), base),
    type: attributeOf(enclosure, 'type'),
    length: countIn(attributeOf(enclosure, 'length')?.replaceAll(',', '')),
  }));
  return withDuration(item, [...own, ...linkedEnclosures(item, base), ...mediaEnclosures(item, base)]);
}
