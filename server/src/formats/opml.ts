// OPML, in which readers hand each other lists of feeds: read as far as it goes, and written. The one format that is no crawler's.

import { normaliseAddress } from './discover.ts';
import { limits } from './limits.ts';
import { type Attributes, readMarkup } from './markup.ts';
import { collapse } from './text.ts';

/** A list of feeds as a document has it. */
export interface OpmlList {
  /** Titles in document order, those of groups without feeds too. Each once. */
  groups: string[];
  /** Each address once, in document order. */
  feeds: OpmlFeed[];
  /** What there was more of than is read. */
  notes: OpmlNote[];
}

export interface OpmlNote {
  tooMany: 'outlines' | 'groups' | 'feeds';
  limit: number;
}

export interface OpmlFeed {
  /** http(s) where it could be made so; as written where it could not. */
  url: string;
  title?: string;
  groups: string[];
}

/** What is to be written: groups and feeds in the order in which they are to stand. */
export interface OpmlToWrite {
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

/** Whether a text is OPML, as far as its start tells. */
export function isOpml(text: string): boolean {
  return /<(?:opml|outline)[\s>]/i.test(text.slice(0, limits.opmlStartChars));
}

/**
 * Every feed of a document, however it is nested: a folder within a folder becomes one group, `Outer / Inner`. Folders that
 * bear one path are one group, and a feed that stands in several is in all of them.
 */
export function readOpml(text: string): OpmlList {
  const reader = new OpmlReader();
  readMarkup(text, 'xml', reader);
  return reader.finish();
}

/** OPML 2.0. A feed that is in two groups stands in both; one that is in none stands by itself. */
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
  const members = Map.groupBy(
    feeds.flatMap((feed) => feed.groupIds.map((groupId) => ({ groupId, feed }))),
    ({ groupId }) => groupId,
  );
  for (const group of groups) {
    lines.push(`    <outline text="${xml(group.title)}" title="${xml(group.title)}">`);
    for (const { feed } of members.get(group.id) ?? []) lines.push(`      ${outlineOf(feed)}`);
    lines.push('    </outline>');
  }
  for (const feed of feeds) if (feed.groupIds.length === 0) lines.push(`    ${outlineOf(feed)}`);
  lines.push('  </body>', '</opml>', '');
  return lines.join('\n');
}

/** The address of a feed as a person or a program writes it: `feed:` goes. What cannot be one stays, so that it can be named. */
export function feedAddress(written: string): string {
  return normaliseAddress(written) ?? written.trim().slice(0, limits.urlChars);
}

/** A title as a group may bear it: one line, cut to its length. Empty where there is none. */
export function groupTitle(written: string): string {
  return cut(collapse(written.replace(/\p{C}/gu, ' ')));
}

/** A title as its user has written it, trimmed and cut to its length; two may differ by a blank. Empty where there is none. */
export function writtenTitle(written: string): string {
  return cut(written.trim());
}

/** One open outline: the title of the group that its children go into. */
type Open = { group: string | undefined; depth: number };

class OpmlReader {
  private readonly feeds = new Map<string, OpmlFeed>();
  private readonly groups = new Set<string>();
  private readonly notes = new Map<OpmlNote['tooMany'], OpmlNote>();
  private readonly stack: Open[] = [];
  private outlines = 0;

  open(name: string, attributes: Attributes, closed: boolean): boolean {
    if (!isOutline(name)) return true;
    if (++this.outlines > limits.opmlOutlines) {
      this.note('outlines', limits.opmlOutlines);
      return false;
    }
    const around = this.stack.at(-1) ?? { group: undefined, depth: 0 };
    const address = attributes.xmlurl?.trim();
    const within = address ? around : this.folder(around, attributes, closed);
    if (address) this.takeFeed(address, attributes, around.group);
    if (!closed) this.stack.push(within);
    return true;
  }

  close(name: string): boolean {
    if (isOutline(name)) this.stack.pop();
    return true;
  }

  text(): void {}

  finish(): OpmlList {
    return { groups: [...this.groups], feeds: [...this.feeds.values()], notes: [...this.notes.values()] };
  }

  private note(tooMany: OpmlNote['tooMany'], limit: number): void {
    this.notes.set(tooMany, { tooMany, limit });
  }

  /** An outline without an address: a folder, if it has a title and holds something. */
  private folder(around: Open, attributes: Attributes, closed: boolean): Open {
    const title = titleOf(attributes);
    // A link to a page or to another document is no folder.
    if (closed && (attributes.url !== undefined || attributes.htmlurl !== undefined)) return around;
    if (title === '' || around.depth >= limits.opmlDepth) return around;
    return { group: this.takeGroup(around.group, title), depth: around.depth + 1 };
  }

  private takeGroup(outer: string | undefined, title: string): string | undefined {
    const path = groupTitle(outer === undefined ? title : `${outer} / ${title}`);
    if (path === '' || this.groups.has(path)) return path === '' ? outer : path;
    if (this.groups.size >= limits.opmlGroups) {
      this.note('groups', limits.opmlGroups);
      return outer;
    }
    this.groups.add(path);
    return path;
  }

  private takeFeed(written: string, attributes: Attributes, group: string | undefined): void {
    const url = feedAddress(written);
    const known = this.feeds.get(url);
    if (!known && this.feeds.size >= limits.opmlFeeds) {
      this.note('feeds', limits.opmlFeeds);
      return;
    }
    const title = titleOf(attributes);
    const feed = known ?? { url, groups: [], ...(title === '' ? {} : { title }) };
    this.feeds.set(url, feed);
    const groups = group === undefined ? this.categoriesOf(attributes) : [group];
    for (const each of groups) {
      if (!feed.groups.includes(each) && feed.groups.length < limits.opmlGroupsOfFeed) feed.groups.push(each);
    }
  }

  /** OPML 2.0, `category`: paths with slashes and commas between. It counts where no folder says anything. */
  private categoriesOf({ category }: Attributes): string[] {
    if (!category) return [];
    const paths = category
      .slice(0, limits.fieldChars)
      .split(',', limits.opmlGroupsOfFeed)
      .map((path) => path.split('/').map(collapse).filter(Boolean).join(' / '));
    return paths
      .filter((path) => path !== '')
      .map((path) => this.takeGroup(undefined, path))
      .filter((path) => path !== undefined);
  }
}

function isOutline(name: string): boolean {
  return name.toLowerCase() === 'outline';
}

/** `text` is what OPML 2.0 wants; older programs wrote `title`, and some write an empty one of the two. */
function titleOf({ title, text }: Attributes): string {
  return groupTitle(text ?? '') || groupTitle(title ?? '');
}

/** By characters, not by units: a title must not end in half of one. */
function cut(title: string): string {
  if (title.length <= limits.opmlTitleChars) return title;
  return [...title.slice(0, 2 * limits.opmlTitleChars)].slice(0, limits.opmlTitleChars).join('').trim();
}

function outlineOf(feed: OpmlToWrite['feeds'][number]): string {
  const title = xml(feed.title);
  return `<outline type="rss" text="${title}" title="${title}" xmlUrl="${xml(feed.feedUrl)}" htmlUrl="${xml(feed.url)}"/>`;
}

/** XML 1.0 §2.2 knows no control characters, not even escaped; §3.3.3 turns line ends in attributes into blanks. */
function xml(text: string): string {
  return text
    .replace(/\p{Cc}|\p{Cs}|[\ufffe\uffff]/gu, ' ')
    .replace(/[&<>"]/g, (sign) => escapes[sign] ?? sign);
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
