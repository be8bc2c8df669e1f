// Everything that a site serves: its feed and pictures from the folder, its pages made from the feed.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FeedDocument, FeedPost } from '../src/formats/feed-document.ts';
import { readFeed } from '../src/formats/read-feed.ts';
import type { Site } from './sites.ts';

export interface SiteDocument {
  type: string;
  body: Buffer;
  modifiedAt: number;
}

const feeds = fileURLToPath(new URL('feeds', import.meta.url));

/** The address of the site in the documents in feeds/: the real one is known only when it is served. */
const placeholder = 'http://site.invalid';

/** Path → document, for a site that is served at `origin`, such as `http://127.0.0.1:40111`. */
export function documentsOf(site: Site, origin: string): Map<string, SiteDocument> {
  const body = feedBody(site, origin);
  const feed = readOwnFeed(site, body, origin);
  const modifiedAt = Math.max(...feed.posts.map((post) => post.publishedAt ?? 0));
  const page = (title: string, text: string): SiteDocument => ({
    type: 'text/html; charset=utf-8',
    body: Buffer.from(pageOf(site, title, text)),
    modifiedAt,
  });
  const documents = new Map([[site.feed.path, { type: site.feed.type, body, modifiedAt }]]);
  documents.set('/', page(site.title, listOf(feed)));
  for (const [path, [title, text]] of Object.entries(site.pages)) {
    documents.set(path, page(title, `<p>${escaped(text)}</p>`));
  }
  for (const post of feed.posts) {
    if (post.url) documents.set(new URL(post.url).pathname, page(titleOf(post), textOf(post)));
    for (const { url, type } of post.enclosures) {
      if (type === 'audio/mpeg') documents.set(new URL(url).pathname, { type, body: silence(), modifiedAt });
    }
  }
  for (const file of globSync('**/*.png', { cwd: join(feeds, site.folder) })) {
    const picture = readFileSync(join(feeds, site.folder, file));
    documents.set(`/${file}`, { type: 'image/png', body: picture, modifiedAt });
  }
  return documents;
}

/** Replaces bytes, because not every document is in UTF-8. */
function feedBody(site: Site, origin: string): Buffer {
  const bytes = readFileSync(join(feeds, site.folder, site.feed.file));
  return Buffer.from(bytes.toString('latin1').replaceAll(placeholder, origin), 'latin1');
}

function readOwnFeed(site: Site, body: Buffer, origin: string): FeedDocument {
  const reading = readFeed(body, { url: origin + site.feed.path, contentType: site.feed.type });
  if (reading.kind === 'feed') return reading.document;
  throw new Error(`Cannot read the feed of ${site.folder}: ${reading.detail}`);
}

function listOf(feed: FeedDocument): string {
  const posts = feed.posts.map(
    (post) => `<li><a href="${escaped(post.url ?? '/')}">${escaped(titleOf(post))}</a></li>`,
  );
  return `<p>${escaped(feed.description ?? '')}</p>\n<ul>\n${posts.join('\n')}\n</ul>`;
}

function titleOf(post: FeedPost): string {
  return post.title ?? post.text ?? '';
}

/** As the parser returned it: sanitised. */
function textOf(post: FeedPost): string {
  return post.content ?? post.summary ?? '';
}

function pageOf(site: Site, title: string, body: string): string {
  const bareType = site.feed.type.split(';')[0] ?? '';
  // A feed served as plain XML is announced as RSS anyway: browsers do not recognise it otherwise.
  const announced = /atom|json/.test(bareType) ? bareType : 'application/rss+xml';
  return `<!doctype html>
<html lang="${site.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title>
<link rel="alternate" type="${announced}" title="${escaped(site.title)}" href="${site.feed.path}">
<style>body { max-width: 36rem; margin: 2rem auto; padding: 0 1rem; font: 1.1rem/1.6 Georgia, serif } img { max-width: 100% }</style>
</head>
<body>
<p><a href="/">${escaped(site.title)}</a></p>
<h1>${escaped(title)}</h1>
${body}
</body>
</html>
`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

/** Two seconds of nothing: 77 MP3 frames of 417 bytes (MPEG-1 layer III, 128 kbit/s, 44.1 kHz, one channel). */
function silence(): Buffer {
  const frame = Buffer.alloc(417);
  frame.set([0xff, 0xfb, 0x90, 0xc4]);
  return Buffer.concat(new Array<Buffer>(77).fill(frame));
}
