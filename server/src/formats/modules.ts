// Reads what RSS and Atom share: Atom's links and categories, Dublin Core, Media RSS, iTunes, Syndication.

import { parseDate } from './dates.ts';
import { firstUrl, type WrittenEnclosure, type WrittenUrl } from './drafts.ts';
import { attributeOf, childOf, childrenOf, countIn, textIn, textOf } from './elements.ts';
import type { FeedHints } from './feed-document.ts';
import { absoluteUrl, resolveBase } from './links.ts';
import { forPlugins, isAvatar, isPicture } from './pictures.ts';
import type { Element } from './xml-tree.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

export function urlAt(element: Element | undefined, value: string | undefined, base: string): WrittenUrl {
  return { value, base: resolveBase(base, element?.bases ?? []) };
}

/** The first readable date among the texts of these children. */
export function dateOf(parent: Element, ...names: string[]): number | undefined {
  for (const name of names) {
    for (const child of childrenOf(parent, name)) {
      const date = parseDate(textIn(child));
      if (date !== undefined) return date;
    }
  }
  return undefined;
}

/** The Atom links with this relation, whether it is written short or as IANA's URI. */
export function atomLinks(parent: Element | undefined, relation: string): Element[] {
  return childrenOf(parent, 'atom:link', 'link').filter((link) => {
    if (link.attributes.href === undefined) return false;
    const written = (attributeOf(link, 'rel') ?? 'alternate').toLowerCase();
    const relations = written.replaceAll('http://www.iana.org/assignments/relation/', '').split(/\s+/);
    return relations.includes(relation);
  });
}

/** The address of the first Atom link with this relation. */
export function atomUrl(parent: Element, relation: string, base: string): string | undefined {
  return firstUrl(atomLinks(parent, relation).map((link) => urlAt(link, link.attributes.href, base)));
}

/** WebSub hubs, each once. */
export function hubUrls(parent: Element, base: string): string[] {
  const hubs = atomLinks(parent, 'hub').map((hub) => absoluteUrl(hub.attributes.href, base));
  return [...new Set(hubs.filter((url) => url !== undefined))];
}

export function atomCategories(post: Element): (string | undefined)[] {
  return childrenOf(post, 'atom:category').map(
    // Some write it as RSS does.
    (category) => attributeOf(category, 'label') ?? attributeOf(category, 'term') ?? textIn(category),
  );
}

/** How often, and when, the publisher wants to be visited: `ttl`, `sy:*`, `skipHours`, `skipDays`. */
export function hintsOf(channel: Element | undefined): FeedHints {
  const hints: FeedHints = { skipHours: skipHours(channel), skipDays: skipDays(channel) };
  const minutes = Number(textOf(channel, 'ttl') ?? Number.NaN);
  if (Number.isFinite(minutes) && minutes > 0) hints.ttlMs = Math.round(minutes * minuteMs);
  const updatePeriodMs = updatePeriod(channel);
  if (updatePeriodMs !== undefined) hints.updatePeriodMs = updatePeriodMs;
  return hints;
}

const periods: Readonly<Record<string, number>> = {
  hourly: hourMs,
  daily: dayMs,
  weekly: 7 * dayMs,
  monthly: 30 * dayMs,
  yearly: 365 * dayMs,
};

/** mod_syndication: the period defaults to daily and the frequency to 1. */
function updatePeriod(channel: Element | undefined): number | undefined {
  const period = textOf(channel, 'sy:updateperiod')?.toLowerCase();
  const frequency = countIn(textOf(channel, 'sy:updatefrequency'));
  if (period === undefined && frequency === undefined) return undefined;
  const wholeMs = Object.hasOwn(periods, period ?? 'daily') ? periods[period ?? 'daily'] : undefined;
  return wholeMs === undefined ? undefined : Math.round(wholeMs / Math.max(1, frequency ?? 1));
}

function skipHours(channel: Element | undefined): number[] {
  const hours = childrenOf(childOf(channel, 'skiphours'), 'hour').map((hour) => countIn(textIn(hour)));
  // RSS 0.91 counts from 1 to 24, and 24 is midnight.
  const found = hours.filter((hour) => hour !== undefined && hour <= 24).map((hour) => (hour ?? 0) % 24);
  return [...new Set(found)].sort((a, b) => a - b);
}

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

function skipDays(channel: Element | undefined): number[] {
  const days = childrenOf(childOf(channel, 'skipdays'), 'day').map((day) => textIn(day)?.toLowerCase());
  const found = days.map((day) => weekdays.indexOf(day ?? '')).filter((index) => index !== -1);
  return [...new Set(found)].sort((a, b) => a - b);
}

/** Every `media:content`: Media RSS may put it straight into the post or into a group. */
function mediaContents(post: Element): Element[] {
  const groups = childrenOf(post, 'media:group');
  return [post, ...groups].flatMap((parent) => childrenOf(parent, 'media:content'));
}

/** Audio and video; pictures of Media RSS are illustrations, and go with the images. */
export function mediaEnclosures(post: Element, base: string): WrittenEnclosure[] {
  return mediaContents(post)
    .filter((media) => attributeOf(media, 'url') !== undefined && !isPicture(media))
    .filter((media) => attributeOf(media, 'type') !== forPlugins)
    .map((media) => ({
      ...urlAt(media, attributeOf(media, 'url'), base),
      type: attributeOf(media, 'type'),
      length: countIn(attributeOf(media, 'filesize')),
      durationSeconds: durationIn(attributeOf(media, 'duration')),
      title: textOf(media, 'media:title'),
    }));
}

/** What a post encloses by Atom's links, which RSS may use too. */
export function linkedEnclosures(post: Element, base: string): WrittenEnclosure[] {
  return atomLinks(post, 'enclosure').map((link) => ({
    ...urlAt(link, link.attributes.href, base),
    type: attributeOf(link, 'type'),
    length: countIn(attributeOf(link, 'length')),
    title: attributeOf(link, 'title'),
  }));
}

/** iTunes gives a post one duration: that of its first file. Some enclose a picture before it. */
export function withDuration(post: Element, enclosures: readonly WrittenEnclosure[]): WrittenEnclosure[] {
  const durationSeconds = durationIn(textOf(post, 'itunes:duration'));
  const first = enclosures.find(({ type }) => !type?.startsWith('image/'));
  return enclosures.map((enclosure) =>
    enclosure === first && durationSeconds !== undefined ? { ...enclosure, durationSeconds } : enclosure,
  );
}

/** The pictures that may stand for a post, the best first. Avatars are left out: they show the author. */
export function mediaImages(post: Element, base: string): WrittenUrl[] {
  const contents = mediaContents(post);
  const parents = [post, ...childrenOf(post, 'media:group'), ...contents];
  const found = [
    ...childrenOf(post, 'itunes:image', 'googleplay:image').map((image) =>
      urlAt(image, attributeOf(image, 'href') ?? attributeOf(image, 'url'), base),
    ),
    ...parents
      .flatMap((parent) => childrenOf(parent, 'media:thumbnail'))
      .map((image) => urlAt(image, attributeOf(image, 'url'), base)),
    ...contents.filter(isPicture).map((image) => urlAt(image, attributeOf(image, 'url'), base)),
  ];
  return found.filter(({ value }) => value !== undefined && !isAvatar(value));
}

/** `media:description` or `media:title` of a post, of its groups or of its `media:content`. Avatars have the name of the author. */
export function mediaText(
  post: Element,
  name: 'media:description' | 'media:title',
  { ofPictures = true }: { ofPictures?: boolean } = {},
): Element | undefined {
  const contents = mediaContents(post).filter((media) =>
    isPicture(media) ? ofPictures && !isAvatar(attributeOf(media, 'url') ?? '') : true,
  );
  const parents = [post, ...childrenOf(post, 'media:group'), ...contents];
  for (const parent of parents) {
    const found = childOf(parent, name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** `3723`, `62:03`, `1:02:03` → seconds. */
function durationIn(text: string | undefined): number | undefined {
  if (text === undefined || !/^\d{1,6}(?::\d{1,2}){0,2}(?:\.\d{1,9})?$/.test(text)) return undefined;
  return Math.floor(text.split(':').reduce((seconds, part) => seconds * 60 + Number(part), 0));
}
