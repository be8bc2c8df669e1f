// Reads and writes OPML, in which feed readers exchange lists of feeds. The one format here that the crawler does not use.

import { namesNoScheme, normaliseAddress } from './discover.ts';
import { limits } from './limits.ts';
import { type Attributes, readMarkup } from './markup.ts';
import { fetchesArticles, hasNoGroups, isSetting } from './opml-dialects.ts';
import { collapse } from './text.ts';

/** A list of feeds as a document has it. */
interface OpmlList {
  /** Each title once, in document order; those of groups without feeds too. */
  groups: string[];
  /** Each address once, in document order. */
  feeds: OpmlFeed[];
  /** The limits that the document exceeded. */
  notes: OpmlNote[];
  /** Feeds that have neither an address nor a page: sources of another kind than feeds. */
  withoutAddress: number;
}

interface OpmlNote {
  tooMany: 'outlines' | 'groups' | 'feeds';
  limit: number;
}

interface OpmlFeed {
  /** An http(s) address where possible; otherwise as written. */
  url: string;
  title?: string;
  groups: string[];
  /** It is written without http or https, so that `url` has https only for want of anything better. */
  namesNoScheme?: true;
  /** Its articles are to be fetched from their pages. */
  fetchesArticles?: true;
}

/** What is written: groups and feeds in the order in which they are to appear. */
interface OpmlToWrite {
  title: string;
  at: number;
  groups: readonly { id: number; title: string }[];
  feeds: readonly {
    feedUrl: string;
    url: string;
    title: string;
    groupIds: readonly number[];
  }[];
}

/** Whether a text is OPML, judging by its start. */
export function isOpml(text: string): boolean {
  return /<(?:opml|outline)[\s>]/i.test(text.slice(0, limits.opmlStartChars));
}

/**
 * Every feed of a document, however it is nested: a folder within a folder becomes one group, `Outer / Inner`. Folders with
 * the same path are one group, and a feed that is in several folders is in all of their groups.
 */
export function readOpml(text: string): OpmlList {
  const reader = new OpmlReader(hasNoGroups(text));
  readMarkup(text, 'xml', reader);
  return reader.finish();
}

/** OPML 2.0. A feed in two groups is written in both; one in none is written at the top level. */
export function writeOpml({ title, at, groups, feeds }: OpmlToWrite): string {
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<opml version="2.0">',
    '  <head>',
    `    <title>${xml(title)}</title>`,
    `    <dateCreated>${new Date(at).toUTCString()}</dateCreated>`,
    '  </head>',
    '  <body>',
  ];
  const members = new Map<number, string[]>(groups.map(({ id }) => [id, []]));
  const ungrouped: string[] = [];
  for (const feed of feeds) {
    // Once, in however many groups it is.
    const outline = outlineOf(feed);
    for (const id of feed.groupIds) members.get(id)?.push(`      ${outline}`);
    if (feed.groupIds.length === 0) ungrouped.push(`    ${outline}`);
  }
  for (const group of groups) {
    lines.push(`    <outline text="${xml(group.title)}" title="${xml(group.title)}">`);
    for (const outline of members.get(group.id) ?? []) lines.push(outline);
    lines.push('    </outline>');
  }
  return [...lines, ...ungrouped, '  </body>', '</opml>', ''].join('\n');
}

/** The address of a feed as somebody writes it, without `feed:` and blanks. What is no address stays, so that a report can name it. */
export function feedAddress(written: string): string {
  const trimmed = written.trim();
  const address = /^(?:feed|https?):/i.test(trimmed) ? trimmed.replace(/\s/g, '%20') : trimmed;
  return normaliseAddress(address) ?? trimmed.slice(0, limits.urlChars);
}

/** A title that a group may have: in one line, cut to the limit, otherwise as it was written. Empty where nobody would see anything. */
export function groupTitle(written: string): string {
  const line = written
    .replace(/[\s\p{Cc}\p{Cs}]+/gu, (gap) => (/[\p{Cc}\p{Cs}]/u.test(gap) ? ' ' : gap))
    .trim();
  return /[^\p{Z}\p{Cf}]/u.test(line) ? cut(line) : '';
}

/** A title as its user wrote it, trimmed and cut to the limit; two may differ only in a blank inside. Empty where nothing is left. */
export function writtenTitle(written: string): string {
  return cut(written.trim());
}

/** An open outline: its title as a folder, the group that its children go into, and the one around it. */
type Open = { group: string | undefined; depth: number; title?: string; outer?: string | undefined };

class OpmlReader {
  private readonly feeds = new Map<string, OpmlFeed>();
  private readonly groups = new Set<string>();
  private readonly notes = new Map<OpmlNote['tooMany'], OpmlNote>();
  /** Thunderbird's folders for one feed, and the groups around them. */
  private readonly ownFolders = new Map<string, string | undefined>();
  private readonly outerGroups = new Set<string>();
  private readonly stack: Open[] = [];
  private readonly hasNoGroups: boolean;
  private outlines = 0;
  private withoutAddress = 0;

  constructor(hasNoGroups: boolean) {
    this.hasNoGroups = hasNoGroups;
  }

  open(name: string, attributes: Attributes, closed: boolean): boolean {
    if (/:outline$/i.test(name)) this.withoutAddress++;
    if (!isOutline(name)) return true;
    if (++this.outlines > limits.opmlOutlines) {
      this.note('outlines', limits.opmlOutlines);
      return false;
    }
    const around = this.stack.at(-1) ?? { group: undefined, depth: 0 };
    const address = addressOf(attributes);
    const isFeed = address !== '' || (closed && (isFeedType(attributes) || attributes.xmlurl !== undefined));
    const within = isFeed ? around : this.folder(around, attributes, closed);
    if (address !== '') this.takeFeed(address, attributes, around);
    else if (isFeed) this.withoutAddress++;
    if (!closed) this.stack.push(within);
    return true;
  }

  close(name: string): boolean {
    if (isOutline(name)) this.stack.pop();
    return true;
  }

  text(): void {}

  finish(): OpmlList {
    if (this.ownFolders.size > 0) this.leaveOwnFolders();
    if (this.outerGroups.size > 0) this.leaveOuterFolders();
    const { withoutAddress } = this;
    return {
      groups: [...this.groups],
      feeds: [...this.feeds.values()],
      notes: [...this.notes.values()],
      withoutAddress,
    };
  }

  private note(tooMany: OpmlNote['tooMany'], limit: number): void {
    this.notes.set(tooMany, { tooMany, limit });
  }

  /** An outline without a feed's address: a folder, if it has a title. */
  private folder(around: Open, attributes: Attributes, closed: boolean): Open {
    const title = titleOf(attributes);
    // An empty one with an address is a link to a page or to another document, not a folder.
    if (closed && (attributes.url !== undefined || attributes.htmlurl !== undefined)) return around;
    if (title === '' || around.depth >= limits.opmlDepth || isSetting(attributes, title)) return around;
    if (this.hasNoGroups) return around;
    const group = this.takeGroup(around.group, title);
    return { group, depth: around.depth + 1, title, outer: around.group };
  }

  private takeGroup(outer: string | undefined, title: string): string | undefined {
    const path = groupTitle(outer === undefined ? title : `${outer} / ${title}`);
    if (path === '' || this.groups.has(path)) return path === '' ? outer : path;
    if (this.groups.size >= limits.opmlGroups) {
      this.note('groups', limits.opmlGroups);
      return outer;
    }
    this.groups.add(path);
    if (outer !== undefined) this.outerGroups.add(outer);
    return path;
  }

  private takeFeed(written: string, attributes: Attributes, { group, title: folder, outer }: Open): void {
    const url = feedAddress(written);
    const known = this.feeds.get(url);
    if (!known && this.feeds.size >= limits.opmlFeeds) {
      this.note('feeds', limits.opmlFeeds);
      return;
    }
    const title = titleOf(attributes);
    const feed = known ?? {
      url,
      groups: [],
      ...(title === '' ? {} : { title }),
      ...(namesNoScheme(written) ? { namesNoScheme: true } : {}),
      ...(fetchesArticles(attributes) ? { fetchesArticles: true } : {}),
    };
    this.feeds.set(url, feed);
    const isOwn = attributes['fz:quickmode'] !== undefined && lettersOf(folder ?? '') === lettersOf(title);
    if (isOwn && group !== undefined) this.ownFolders.set(group, outer);
    const groups = group === undefined ? this.categoriesOf(attributes) : [group];
    for (const each of groups) {
      if (!feed.groups.includes(each) && feed.groups.length < limits.opmlGroupsOfFeed) feed.groups.push(each);
    }
  }

  /** Thunderbird makes a folder for each feed, named after it: it is no group, if the feed is alone in it. */
  private leaveOwnFolders(): void {
    const places = [...this.feeds.values()].flatMap((feed) => feed.groups.map((path) => ({ path, feed })));
    const members = Map.groupBy(places, ({ path }) => path);
    for (const [path, outer] of this.ownFolders) {
      const [only, another] = members.get(path) ?? [];
      if (!only || another || this.outerGroups.has(path)) continue;
      this.groups.delete(path);
      const others = only.feed.groups.filter((each) => each !== path && each !== outer);
      only.feed.groups = outer === undefined ? others : [outer, ...others];
    }
  }

  /** A folder that has only folders is no group: its title is in theirs. */
  private leaveOuterFolders(): void {
    const withFeeds = new Set([...this.feeds.values()].flatMap((feed) => feed.groups));
    for (const path of this.outerGroups) if (!withFeeds.has(path)) this.groups.delete(path);
  }

  /** OPML 2.0, `category`: paths with slashes, separated by commas. It counts only for a feed that is in no folder. */
  private categoriesOf({ category }: Attributes): string[] {
    if (!category) return [];
    return category
      .slice(0, limits.fieldChars)
      .split(',', limits.opmlGroupsOfFeed)
      .map((path) => path.split('/').map(collapse).filter(Boolean).join(' / '))
      .map((path) => this.takeGroup(undefined, path))
      .filter((path) => path !== undefined);
  }
}

/** Where the feed is to be looked for: some programs write only its page, or `url`. Empty for what is no feed. */
function addressOf(attributes: Attributes): string {
  if (isSetting(attributes, titleOf(attributes))) return '';
  const { xmlurl, url, htmlurl } = attributes;
  return xmlurl?.trim() || (isFeedType(attributes) && (url?.trim() || htmlurl?.trim())) || '';
}

function isFeedType({ type }: Attributes): boolean {
  return /^(?:rss|atom|rdf)$/i.test(type?.trim() ?? '');
}

/** A title without what may not be in the name of a file. */
function lettersOf(title: string): string {
  return title.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

function isOutline(name: string): boolean {
  return name.toLowerCase() === 'outline';
}

/** `text` is what OPML 2.0 requires; older programs wrote `title`, and some leave one of the two empty. */
function titleOf({ title, text }: Attributes): string {
  return groupTitle(text ?? '') || groupTitle(title ?? '');
}

/** Counts code points, not UTF-16 units: a title must not end in half a character. */
function cut(title: string): string {
  if (title.length <= limits.opmlTitleChars) return title;
  return [...title.slice(0, 2 * limits.opmlTitleChars)].slice(0, limits.opmlTitleChars).join('').trim();
}

function outlineOf(feed: OpmlToWrite['feeds'][number]): string {
  const title = xml(feed.title);
  return `<outline type="rss" text="${title}" title="${title}" xmlUrl="${xml(feed.feedUrl)}" htmlUrl="${xml(feed.url)}"/>`;
}

/** XML 1.0 §2.2 allows hardly any control characters, not even escaped; §3.3.3 turns line ends in attributes into blanks. */
function xml(text: string): string {
  return text
    .replace(/\p{Cc}|\p{Cs}|[\ufffe\uffff]/gu, ' ')
    .replace(/[&<>"]/g, (sign) => escapes[sign] ?? sign);
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
