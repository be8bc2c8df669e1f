// Bytes from the web → a feed, or the reason why they are none: the entry point of this room. Pure, and never throws.
// Raise the version of what comes out (versions.ts) with every change of it: documents that have not changed are read again only then.

import { readAtom } from './atom.ts';
import { decode } from './decode.ts';
import { type FeedDraft, finishPost } from './drafts.ts';
import type { FeedPost, KnownReadings, NotAFeedWhy, ReadFrom, Reading } from './feed-document.ts';
import { tooManyPosts } from './first-and-last.ts';
import { readJsonFeed } from './json-feed.ts';
import { limits } from './limits.ts';
import { withoutCredentials } from './links.ts';
import { readPage } from './page.ts';
import { readRdf } from './rdf.ts';
import { repair, repairJson } from './repair.ts';
import { type Beginning, findBeginning, type XmlFamily } from './root.ts';
import { readRss } from './rss.ts';
import { type Element, readTree, type Tree } from './xml-tree.ts';

/** Reads a document of any format that we know. Never throws: what cannot be read is `not-a-feed`, with the reason. */
export function readFeed(bytes: Uint8Array, from: ReadFrom): Reading {
  try {
    return read(bytes, from);
  } catch (error) {
    // No document that we know comes here: a bug shall cost one reading, not the crawler.
    return {
      kind: 'not-a-feed',
      why: 'text',
      detail: `The document cannot be read: ${String(error).slice(0, 200)}`,
    };
  }
}

function read(bytes: Uint8Array, from: ReadFrom): Reading {
  if (bytes.length === 0) return nothing('empty', 'The document is empty');
  const binary = binaryKind(bytes);
  if (binary !== undefined) return nothing('binary', `The document is ${binary}`);
  const tooLong = bytes.length > limits.documentBytes;
  const decoded = decode(tooLong ? bytes.subarray(0, limits.documentBytes) : bytes, from.contentType);
  const beginning = findBeginning(decoded.text);
  const warnings = [...decoded.warnings];
  if (tooLong)
    warnings.push(`The document is longer than ${limits.documentBytes} bytes: the rest is not read`);
  // Nor has it a query: `#note` would take that over, and with it what may be a secret.
  const base = withoutCredentials(from.url).replace(/\?.*$/s, '');
  const circumstances = { ...from, url: base, tooLong, warnings };
  if (beginning.kind === 'json')
    return tooLong ? nothing('too-large', warnings.at(-1) ?? '') : fromJson(decoded.text, circumstances);
  if (beginning.kind === 'html') return fromPage(decoded.text, from.url);
  if (beginning.kind !== 'xml') return notXml(beginning);
  return fromXml(decoded.text.slice(beginning.at), beginning.family, circumstances);
}

interface Circumstances extends ReadFrom {
  tooLong: boolean;
  warnings: string[];
}

function fromXml(text: string, family: XmlFamily, circumstances: Circumstances): Reading {
  const { url, tooLong, warnings, known } = circumstances;
  const tree = readTree(repair(text));
  if (tree === undefined) return nothing('xml', 'The document breaks off in its first tag');
  const draft = readFamily(tree, family, url);
  const posts = dropUnfinished(tree, draft);
  return finish({ ...draft, posts }, [...warnings, ...tree.warnings], {
    most: mostOf(text),
    whole: tree.whole && !tooLong,
    limited: tree.limited || tooLong,
    known,
  });
}

function readFamily(tree: Tree, family: XmlFamily, url: string): FeedDraft {
  if (family === 'rdf') return readRdf(tree, url);
  return family === 'atom' ? readAtom(tree, url) : readRss(tree, url);
}

/**
 * Keeps and marks a post that is cut in two, if it can be recognised later; without the guid that the others have, it would
 * come back as another post once the document is whole.
 */
function dropUnfinished(tree: Tree, draft: FeedDraft): FeedDraft['posts'] {
  const last: Element | undefined = tree.posts.at(-1);
  const cut = draft.posts.at(-1);
  if (last === undefined || last.closed || cut === undefined) return draft.posts;
  const others = draft.posts.slice(0, -1);
  const unknowable = cut.guid === undefined && others.some((post) => post.guid !== undefined);
  return unknowable ? others : [...others, { ...cut, cut: true }];
}

function fromJson(text: string, { url, warnings, known }: Circumstances): Reading {
  let value: unknown;
  try {
    value = parsed(text);
  } catch {
    // The parser's own message quotes the document, which may be private.
    return nothing('json', 'The document is not well-formed JSON');
  }
  const found = readJsonFeed(value, url);
  if (found === undefined) return nothing('json', 'The document is JSON, but no JSON Feed');
  const more = found.whole ? [] : [tooManyPosts];
  // JSON that breaks off cannot be parsed, so only a limit leaves something out.
  return finish(found.draft, [...warnings, ...more], {
    most: mostOf(text),
    whole: found.whole,
    limited: !found.whole,
    known,
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return JSON.parse(repairJson(text));
  }
}

function fromPage(text: string, url: string): Reading {
  return { ...nothing('html', 'The document is a web page'), page: readPage(text, url) };
}

function notXml(beginning: Beginning): Reading {
  if (beginning.kind === 'empty') return nothing('empty', 'The document is blank');
  if (beginning.kind === 'other')
    return nothing('xml', `The document's root is <${beginning.root}>, which is no feed`);
  return nothing('text', 'The document is text without any markup');
}

function nothing(why: NotAFeedWhy, detail: string): Extract<Reading, { kind: 'not-a-feed' }> {
  return { kind: 'not-a-feed', why, detail };
}

interface Finishing {
  whole: boolean;
  limited: boolean;
  known: KnownReadings | undefined;
  /** How many characters all posts together may have. */
  most: number;
}

function finish(draft: FeedDraft, warnings: string[], { whole, limited, known, most }: Finishing): Reading {
  const posts: FeedPost[] = [];
  let left = most;
  for (const each of draft.posts) {
    const post = finishPost(each, known);
    if (post === undefined) continue;
    left -= charsOf(post);
    if (left < 0) break;
    posts.push(post);
  }
  const isGrown = left < 0;
  const more = isGrown ? ['The posts are many times as long as the document: the rest is not read'] : [];
  return {
    kind: 'feed',
    document: {
      ...draft.head,
      posts,
      whole: whole && !isGrown,
      ...((limited || isGrown) && { limited: true }),
      warnings: [...more, ...warnings].slice(0, limits.warnings),
    },
  };
}

/** Twice the document: a summary that gets a picture is kept with it and without. */
function mostOf(text: string): number {
  return 2 * text.length + limits.documentGrowth;
}

/** What grows with the address that others are relative to. */
function charsOf(post: FeedPost): number {
  const { content, summary, url, commentsUrl, imageUrl, enclosures } = post;
  const words = [content, summary, url, commentsUrl, imageUrl, ...enclosures.map((each) => each.url)];
  return words.reduce((sum, each = '') => sum + each.length, 0);
}

const signatures: readonly [name: string, bytes: readonly number[]][] = [
  ['a PNG picture', [0x89, 0x50, 0x4e, 0x47]],
  ['a JPEG picture', [0xff, 0xd8, 0xff]],
  ['a GIF picture', [0x47, 0x49, 0x46, 0x38]],
  ['a PDF', [0x25, 0x50, 0x44, 0x46]],
  ['a ZIP archive', [0x50, 0x4b, 0x03, 0x04]],
  ['compressed (gzip)', [0x1f, 0x8b]],
  ['an MP3', [0x49, 0x44, 0x33]],
];

function binaryKind(bytes: Uint8Array): string | undefined {
  return signatures.find(([, start]) => start.every((byte, index) => bytes[index] === byte))?.[0];
}
