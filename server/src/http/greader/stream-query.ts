// Which stretch of which stream a call asks for.

import { Refusal } from '../../model/refusal.ts';
import type { Stream, StreamQuery } from '../../model/stream.ts';
import { readTime } from '../loose-times.ts';
import type { Parameters } from '../parameters.ts';
import { readingList, readStreamName } from './stream-names.ts';

const DEFAULT_COUNT = 20;
/** Streams that one call may name: apps name one or two, at most each feed of a person. */
const MOST_STREAMS = 1_000;
/** What each of them must be in, too: a label that is a folder and a tag doubles what has to be asked of the store. */
const MOST_BOUNDS = 10;
/** What one of them may leave out, each feed of a person at most; several share them, for of each of them all are left out. */
const MOST_LEFT_OUT = 1_000;

export interface NamedQuery extends StreamQuery {
  /** As it was sent; of several, the first. */
  name: string;
}

/** Throws Refusal `invalid` for a continuation that is none of ours, `too-large` for too many streams. `inPath` stands where the path names the stream. */
export function readStreamQuery(
  parameters: Parameters,
  { most, inPath }: { most: number; inPath?: string | undefined },
): NamedQuery {
  const asked = inPath === undefined ? namesOfStreams(parameters, 'list items') : [inPath];
  const names = asked.length > 0 ? asked : [readingList];
  const storedFrom = readTime(parameters.one('ot'));
  const storedUpTo = readTime(parameters.one('nt'), { end: true });
  const after = readContinuation(parameters.one('c'));
  return {
    name: names[0] ?? readingList,
    any: names.map(readStreamName),
    all: boundsOf(parameters, 'it', MOST_BOUNDS),
    none: boundsOf(parameters, 'xt', Math.max(MOST_BOUNDS, Math.floor(MOST_LEFT_OUT / names.length))),
    oldestFirst: parameters.one('r') === 'o',
    limit: readCount(parameters.one('n'), most),
    ...(storedFrom === undefined ? {} : { storedFrom }),
    ...(storedUpTo === undefined ? {} : { storedUpTo }),
    ...(after === undefined ? {} : { after }),
  };
}

/** The names in `s`. Throws Refusal `too-large`; `action` follows "Cannot". */
export function namesOfStreams(parameters: Parameters, action: string): string[] {
  return named(parameters, 's', { most: MOST_STREAMS, action });
}

/** Where the next page goes on: apps put it into URLs as it is, and some stop at a number that is no string. */
export function continuationAfter(id: number): string {
  return id.toString(36);
}

function readContinuation(text: string | undefined): number | undefined {
  if (text === undefined || text === '') return undefined;
  const id = /^[0-9a-z]{1,11}$/.test(text) ? Number.parseInt(text, 36) : Number.NaN;
  if (Number.isSafeInteger(id)) return id;
  throw new Refusal('invalid', 'Cannot list items: c is not a continuation of ours');
}

function boundsOf(parameters: Parameters, name: 'it' | 'xt', most: number): Stream[] {
  return named(parameters, name, { most, action: 'list items' }).map(readStreamName);
}

/** Each once: it holds no more, named twice. */
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

/** Apps ask for 200,000: they get as many as we give at once, and a continuation. */
function readCount(text: string | undefined, most: number): number {
  const count = /^\d{1,15}$/.test(text ?? '') ? Number(text) : 0;
  return count === 0 ? DEFAULT_COUNT : Math.min(count, most);
}
