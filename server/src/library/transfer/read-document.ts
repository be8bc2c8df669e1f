// Reads a document that somebody hands in into its kind and its parts, judging it by its content and not by its name.
import { decode } from '../../formats/decode.ts';
import { isOpml, readOpml } from '../../formats/opml.ts';
import { isTtrssArticles } from '../../formats/ttrss-articles.ts';
import type { TransferKind, TransferPart } from '../../model/transfer.ts';
import { isAccountHeader, readAccount } from './account-file.ts';
import { isGzip, unpacked } from './archives.ts';
import { type Fields, fieldsOf, listOf, textOf } from './fields.ts';
import {
  readFeedbinStars,
  readFeedList,
  readFreshRss,
  readMinifluxAnswers,
  readMinifluxEntries,
} from './foreign-exports.ts';
import { readJson } from './json-values.ts';
import { noteOf } from './notes.ts';
import { isFeeder, isNextcloud, readFeeder, readNextcloud, readTtrss } from './saved-items.ts';

export interface TransferDocument {
  kind: TransferKind;
  parts: Iterable<TransferPart>;
  /** Items that others have shared, of feeds that the person may never have followed: to be imported only if asked for. */
  isOfOthers?: boolean;
}

/** Undefined for a document of no known kind. */
export function readDocument(bytes: Uint8Array): TransferDocument | undefined {
  if (isGzip(bytes)) {
    const document = unpacked(bytes);
    return document && !isGzip(document) ? readDocument(document) : undefined;
  }
  const text = opensAsXml(bytes) ? decode(bytes).text : jsonText(bytes);
  return opensAsJson(text) ? readValues(text) : readXml(text);
}

/** The items of an account may be about OPML, and name its elements. */
function opensAsJson(text: string): boolean {
  return /^\s*[[{]/.test(text);
}

function readXml(text: string): TransferDocument | undefined {
  if (isOpml(text)) return { kind: 'opml', parts: partsOfOpml(text) };
  return isTtrssArticles(text) ? { kind: 'ttrss', parts: readTtrss(text) } : undefined;
}

function readValues(text: string): TransferDocument | undefined {
  const json = readJson(text);
  if (!json) return undefined;
  if ('whole' in json) return readWhole(json.whole);
  const first = json.each().next().value;
  if (isAccountHeader(first)) return { kind: 'courant', parts: readAccount(json.each()) };
  if (Array.isArray(fieldsOf(first).entries)) {
    return { kind: 'miniflux', parts: readMinifluxAnswers(json.each()) };
  }
  return isFeedbinStar(fieldsOf(first))
    ? { kind: 'feedbin', parts: readFeedbinStars(json.each()) }
    : undefined;
}

/** Ignores what may come before it: a byte order mark, blanks, the other bytes of wide characters. */
function opensAsXml(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, 100)).toString('latin1');
  return /^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?[\0\s]*</.test(start);
}

/** JSON declares no encoding: only a byte order mark says UTF-16, and every reader exports UTF-8 (RFC 8259 §8.1). */
function jsonText(bytes: Uint8Array): string {
  const isWide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const label = isWide ? (bytes[0] === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8';
  return new TextDecoder(label).decode(bytes);
}

function readWhole(whole: unknown): TransferDocument | undefined {
  if (isAccountHeader(whole)) return { kind: 'courant', parts: readAccount([whole]) };
  const document = fieldsOf(whole);
  if (Array.isArray(document.items)) {
    const isOfOthers = /\/state\/com\.google\/(?:broadcast|like|created)/.test(textOf(document.id) ?? '');
    return { kind: 'freshrss', parts: readFreshRss(document, document.items), isOfOthers };
  }
  if (Array.isArray(document.entries)) {
    return { kind: 'miniflux', parts: readMinifluxEntries(document.entries) };
  }
  if (isFeeder(document)) return { kind: 'feeder', parts: readFeeder(listOf(document.articles)) };
  const list = listOf(whole);
  const first = fieldsOf(list[0]);
  if ('origin' in first) return { kind: 'freshrss', parts: readFreshRss({}, list) };
  if ('feed' in first && 'status' in first) return { kind: 'miniflux', parts: readMinifluxEntries(list) };
  if ('feed_url' in first) {
    return { kind: 'category' in first ? 'miniflux' : 'feedbin', parts: readFeedList(list) };
  }
  if (isNextcloud(first)) return { kind: 'nextcloud', parts: readNextcloud(list) };
  return isFeedbinStar(first) ? { kind: 'feedbin', parts: readFeedbinStars(list) } : undefined;
}

function isFeedbinStar(first: Fields): boolean {
  return 'url' in first && 'published' in first && 'id' in first;
}

function* partsOfOpml(text: string): Generator<TransferPart> {
  const { groups, feeds, notes, withoutAddress } = readOpml(text);
  for (const title of groups) yield { part: 'group', title };
  for (const feed of feeds) yield { part: 'feed', feed };
  for (const { tooMany, limit } of notes) yield { part: 'note', note: noteOf(`too-many-${tooMany}`, limit) };
  if (withoutAddress > 0) yield { part: 'note', note: noteOf('feeds-without-address', withoutAddress) };
}
