// Which stretch of which stream a call asks for.

import { Refusal } from '../../model/refusal.ts';
import type { Stream, StreamQuery } from '../../model/stream.ts';
import { readTime } from '../loose-times.ts';
import type { Parameters } from '../parameters.ts';
import { readingList, readStreamName } from './stream-names.ts';

const DEFAULT_COUNT = 20;

export interface NamedQuery extends StreamQuery {
  /** As it was sent; of several, the first. */
  name: string;
}

/** Throws Refusal `invalid` for a continuation that is none of ours. `inPath` stands where the path names the stream. */
export function readStreamQuery(
  parameters: Parameters,
  { most, inPath }: { most: number; inPath?: string | undefined },
): NamedQuery {
  const named = inPath === undefined ? parameters.all('s').filter(Boolean) : [inPath];
  const names = named.length > 0 ? named : [readingList];
  const storedFrom = readTime(parameters.one('ot'));
  const storedUpTo = readTime(parameters.one('nt'), { end: true });
  const after = readContinuation(parameters.one('c'));
  return {
    name: names[0] ?? readingList,
    any: names.map(readStreamName),
    all: streamsOf(parameters, 'it'),
    none: streamsOf(parameters, 'xt'),
    oldestFirst: parameters.one('r') === 'o',
    limit: readCount(parameters.one('n'), most),
    ...(storedFrom === undefined ? {} : { storedFrom }),
    ...(storedUpTo === undefined ? {} : { storedUpTo }),
    ...(after === undefined ? {} : { after }),
  };
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

function streamsOf(parameters: Parameters, name: string): Stream[] {
  return parameters.all(name).filter(Boolean).map(readStreamName);
}

/** Apps ask for 200,000: they get as many as we give at once, and a continuation. */
function readCount(text: string | undefined, most: number): number {
  const count = /^\d{1,15}$/.test(text ?? '') ? Number(text) : 0;
  return count === 0 ? DEFAULT_COUNT : Math.min(count, most);
}
