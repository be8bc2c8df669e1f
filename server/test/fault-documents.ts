// The feed that the tests of faults follow, and what becomes of it when its publisher makes mistakes.
import { gzipSync } from 'node:zlib';

interface FaultPost {
  guid: string | undefined;
  title: string;
  link: string;
  /** As written; undefined: no date. */
  date: string | undefined;
  text: string;
}

/** The time of the first visit. */
export const followedAt = Date.UTC(2026, 0, 5, 12);
const MINUTE = 60_000;

/** A post every two minutes, newest first: busy, so that only its publisher and its faults make the crawler wait. */
export function wellPosts(): FaultPost[] {
  return Array.from({ length: 30 }, (_, index) => postOf(30 - index, followedAt - (index + 1) * 2 * MINUTE));
}

/** Published during the fault, and seen when it is over. */
export function mendedPosts(): FaultPost[] {
  return [postOf(31, followedAt + MINUTE), ...wellPosts()].slice(0, 30);
}

function postOf(number: number, publishedAt: number): FaultPost {
  return {
    guid: `guid-${number}`,
    title: `Post ${number}`,
    link: `http://site.test/${number}`,
    date: new Date(publishedAt).toUTCString(),
    text: `Text ${number}`,
  };
}

export function feedOf(
  posts: readonly FaultPost[],
  { title = 'The feed', site = 'http://site.test/', extra = '', opening = '' } = {},
): string {
  const items = posts.map(
    (post) =>
      `<item>${tag('guid', post.guid)}${tag('title', post.title)}${tag('link', post.link)}${tag('pubDate', post.date)}${tag('description', post.text)}</item>`,
  );
  return `<?xml version="1.0"?>${opening}<rss version="2.0"><channel><title>${title}</title><link>${site}</link>
<description>About</description>${extra}${items.join('\n')}</channel></rss>`;
}

/** Changes posts by their number. */
export function changed(
  posts: readonly FaultPost[],
  change: (post: FaultPost, number: number) => Partial<FaultPost>,
): FaultPost[] {
  return posts.map((post) => ({ ...post, ...change(post, Number(post.title.slice(5))) }));
}

export function newGuids(visit: number): FaultPost[] {
  return changed(wellPosts(), ({ guid }) => ({ guid: `${guid}-${visit}` }));
}

export function twoOfOneGuid(): FaultPost[] {
  return [71, 70].map((number) => ({ ...postOf(number, followedAt), guid: 'the one' }));
}

export function reusedGuid(): FaultPost[] {
  return changed(wellPosts(), (_, number) =>
    number === 30 ? { ...postOf(70, followedAt), guid: 'guid-30' } : {},
  );
}

export function edited(visit: number): FaultPost[] {
  return changed(wellPosts(), (_, number) => (number === 30 ? { text: `Edited ${visit} times` } : {}));
}

export function dated(date: string | undefined): FaultPost {
  return { ...postOf(70, followedAt), date };
}

/** The newest posts are known; those older by weeks have new guids. */
export function archive(): FaultPost[] {
  const old = Array.from({ length: 25 }, (_, index) => postOf(100 + index, Date.UTC(2025, 5, index)));
  return [...wellPosts().slice(0, 10), ...old];
}

export function foreign(_: unknown, number: number): FaultPost {
  return { ...postOf(number + 500, followedAt), link: `http://casino.test/${number}` };
}

/** Compressed, as a server would send it. */
export function halfAMillion(): Uint8Array {
  const posts = Array.from({ length: 500_000 }, (_, index) => `<item><guid>${index}</guid></item>`);
  return gzipSync(`<rss><channel><title>The feed</title>${posts.join('')}</channel></rss>`, { level: 1 });
}

export function laughing(feed: string): string {
  const entities = Array.from(
    { length: 9 },
    (_, index) => `<!ENTITY l${index + 1} "${`&l${index};`.repeat(10)}">`,
  );
  const type = `<!DOCTYPE rss [<!ENTITY l0 "ha">${entities.join('')}]>`;
  return feed.replace('<rss', `${type}<rss`).replace('About', '&l9;');
}

export function prying(feed: string): string {
  const type = '<!DOCTYPE rss [<!ENTITY file SYSTEM "file:///etc/passwd">]>';
  return feed.replace('<rss', `${type}<rss`).replace('About', '&file;');
}

export function deep(): string {
  return `${'<deep>'.repeat(100_000)}x${'</deep>'.repeat(100_000)}`;
}

function tag(name: string, value: string | undefined): string {
  if (value === undefined) return '';
  return name === 'guid' ? `<guid isPermaLink="false">${value}</guid>` : `<${name}>${value}</${name}>`;
}
