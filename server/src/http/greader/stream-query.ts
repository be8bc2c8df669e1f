// Which part of which stream a call asks for.
import { Refusal } from '../../model/refusal.ts';
import type { Stream, StreamQuery } from '../../model/stream.ts';
import { readTime } from '../loose-times.ts';
import type { Parameters } from '../parameters.ts';
import { readingList, readStreamName } from './stream-names.ts';

const DEFAULT_COUNT = 20;
/** Streams that one call may name: apps name one or two, and at most every feed of a person. */
export const MOST_STREAMS = 1_000;
/** Streams that `it` may name, all of which must hold an item: a label that is both folder and tag doubles the store's queries. */
const MOST_BOUNDS = 10;
/**
 * Streams that `xt` may leave out of one stream: at most every feed of a person. Several streams share the number, because each of them
 * leaves out all of these.
 */
const MOST_LEFT_OUT = 1_000;
/**
 * How much sooner than `ot` an item may have come: it has its time some moments before it can be seen, and an app that listed in between
 * names the time of that list the next time.
 */
const LATE_MS = 10_000;

export interface NamedQuery extends StreamQuery {
  /** As it was sent; the first, if there are several. */
  name: string;
}

/** Throws Refusal `invalid` for a continuation that is not ours, `too-large` for too many streams. `inPath`: the stream in the path. */
export function readStreamQuery(
  parameters: Parameters,
  { most, inPath }: { most: number; inPath?: string | undefined },
): NamedQuery {
  const asked = inPath === undefined ? namesOfStreams(parameters, 'list items') : [inPath];
  const names = asked.length > 0 ? asked : [readingList];
  const storedFrom = readTime(parameters.one('ot'));
  return {
    name: names[0] ?? readingList,
    any: names.map(readStreamName),
    all: boundsOf(parameters, 'it', MOST_BOUNDS),
    none: boundsOf(parameters, 'xt', Math.max(MOST_BOUNDS, Math.floor(MOST_LEFT_OUT / names.length))),
    oldestFirst: parameters.one('r') === 'o',
    limit: readCount(parameters.one('n'), most),
    storedFrom: storedFrom === undefined ? undefined : storedFrom - LATE_MS,
    storedUpTo: readTime(parameters.one('nt'), { end: true }),
    after: readContinuation(parameters.one('c')),
  };
}

/** The names in `s`. Throws Refusal `too-large`; `action` follows "Cannot". */
export function namesOfStreams(parameters: Parameters, action: string): string[] {
  return named(parameters, 's', { most: MOST_STREAMS, action });
}

/** Where the next page starts: apps put it into URLs unescaped, and some fail if it is a number and not a string. */
export function continuationAfter(id: number): string {
  return id.toString(36);
}

/** FreshRSS and Miniflux begin at 0. */
function readContinuation(text: string | undefined): number | undefined {
  if (text === undefined || text === '' || text === '0') return undefined;
  const id = /^[0-9a-z]+$/.test(text) ? Number.parseInt(text, 36) : Number.NaN;
  if (Number.isSafeInteger(id)) return id;
  throw new Refusal('invalid', 'Cannot list items: c is not a continuation of ours');
}

function boundsOf(parameters: Parameters, name: 'it' | 'xt', most: number): Stream[] {
  return named(parameters, name, { most, action: 'list items' }).map(readStreamName);
}

/** Each name once: naming a stream twice adds nothing. */
function named(
  parameters: Parameters,
  name: string,
  { most, action }: { most: number; action: string },
): string[] {
  const names = [...new Set(parameters.all(name).filter(Boolean))];
  if (names.length <= most) return names;
  throw new Refusal(
    'too-large',
    `Cannot ${action}: ${name} names ${names.length} streams, must be at most ${most}`,
  );
}

/** Apps ask for 200,000, or for the largest number that they know: they get as many as we give at once, and a continuation. */
function readCount(text: string | undefined, most: number): number {
  const count = /^\d+$/.test(text ?? '') ? Number(text) : 0;
  return count === 0 ? DEFAULT_COUNT : Math.min(count, most);
}
