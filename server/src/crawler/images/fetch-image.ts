// Fetches a picture that somebody wants to see, once for everybody: without cookies, a referrer or anything about who views it.

import type { Image, ImageFailure } from '../../model/image.ts';
import { hostKey, isPrivateHost } from '../../net/host-key.ts';
import type { WebAnswer } from '../../net/web.ts';
import { backoffOf, hostNamed, restHost } from '../../store/sources/hosts.ts';
import {
  dropOldImages,
  findImage,
  hasImage,
  keepImage,
  keepImageFailure,
  keepImageOn,
} from '../../store/sources/images.ts';
import { StoreUnavailable, type WriteTx } from '../../store/store.ts';
import { type AnswerFacts, factsOf } from '../asking/judge.ts';
import { callOnce } from '../asking/one-call.ts';
import type { Equipment } from '../equipment.ts';
import { pace } from '../limits.ts';
import { restOfAll } from '../schedule/host-pace.ts';
import { shareTasks } from '../shared-tasks.ts';
import { imageType } from './image-type.ts';
import { imageLimits } from './limits.ts';

/** The address of a picture, and the key under which it is kept. */
export interface ImageAddress {
  key: string;
  url: string;
}

/** `kept`: the picture is in the store. */
export type FetchedImage = { kind: 'kept' } | { kind: 'failed'; failure: ImageFailure };

type ImageFetching = (address: ImageAddress) => Promise<FetchedImage>;

interface Found {
  result: Image | ImageFailure;
  keptMs: number;
  /** How long the site asks not to be visited. */
  restMs: number | undefined;
}

/** What is kept of all pictures. */
interface Bounds {
  maxBytes: number;
  maxCount: number;
  /** How many may go at once. */
  atOnce: number;
  /** To be asked once for each picture: whether what is kept is to be cut to size after it. */
  areDue(): boolean;
}

/** Fetches each picture once, however many ask for it, and only so many at a time. `keptBytes`: how much is kept of all of them. */
export function openImageFetching(equipment: Equipment, keptBytes: number): ImageFetching {
  const bounds = boundsOf(keptBytes);
  const fetching = shareTasks<string, FetchedImage>();
  const waiting: (() => void)[] = [];
  let running = 0;

  const inTurn = async (address: ImageAddress): Promise<FetchedImage> => {
    if (running < imageLimits.atOnce) running++;
    else if (waiting.length < imageLimits.waiting) await new Promise<void>((begin) => waiting.push(begin));
    else return failed('busy');
    try {
      return await fetchImage(equipment, address, bounds);
    } finally {
      // The place goes directly to the next request that waits.
      const begin = waiting.shift();
      if (begin) begin();
      else running--;
    }
  };

  return (address) => fetching(address.key, () => inTurn(address));
}

/** A known result costs no request. */
async function fetchImage(
  equipment: Equipment,
  { key, url }: ImageAddress,
  bounds: Bounds,
): Promise<FetchedImage> {
  const { store, closing } = equipment;
  const known = await store.read(async (tx) => ({ image: await findImage(tx, key), now: tx.now }));
  if (known.image?.failure !== undefined) return failed(known.image.failure);
  if (known.image) return { kind: 'kept' };
  if ((await isResting(equipment, hostKey(url))) || closing.aborted) return untilLater(equipment, key);
  const answer = await call(equipment, url);
  const found = foundIn(answer, known.now);
  if (answer.kind === 'failure' && closing.aborted) {
    if (found.restMs !== undefined)
      await equipment.store.write((tx) => letRest(tx, answer.url, found.restMs));
    return failed('busy');
  }
  return keep(equipment, { key, of: answer.url, found }, bounds).catch((error: unknown) => {
    equipment.log.error('recording failed', { host: hostKey(answer.url), error });
    // Only the connection to the store may have been lost. And a disk that is nearly full has room for a failure, though not for the
    // picture: without either, each view would be a request.
    const other: Found = { ...found, result: 'busy', keptMs: imageLimits.passingMs };
    const again = error instanceof StoreUnavailable ? found : other;
    return keep(equipment, { key, of: answer.url, found: again }, bounds);
  });
}

/** Where the site is not asked now: an older picture is better than none. */
async function untilLater({ store }: Equipment, key: string): Promise<FetchedImage> {
  // Most often there is none, and each view of it comes here.
  if (!(await store.read((tx) => hasImage(tx, key)))) return failed('busy');
  return store.write(async (tx) =>
    (await keepImageOn(tx, key, tx.now + imageLimits.passingMs)) ? { kind: 'kept' } : failed('busy'),
  );
}

/** Stores what was found, and lets the host rest that has asked for it. While a site is away, the picture stays that was there. */
function keep(
  { store }: Equipment,
  { key, of, found: { result, keptMs, restMs } }: { key: string; of: string; found: Found },
  bounds: Bounds,
): Promise<FetchedImage> {
  return store.write(async (tx) => {
    await letRest(tx, of, restMs);
    const expiresAt = tx.now + keptMs;
    const isPassing = result === 'unreachable' || result === 'busy';
    if (isPassing && (await keepImageOn(tx, key, expiresAt))) return { kind: 'kept' };
    if (typeof result === 'string') await keepImageFailure(tx, key, { failure: result, expiresAt });
    else await keepImage(tx, key, { image: result, expiresAt });
    if (bounds.areDue()) await dropOldImages(tx, bounds);
    return typeof result === 'string' ? failed(result) : { kind: 'kept' };
  });
}

async function letRest(tx: WriteTx, url: string, restMs: number | undefined): Promise<void> {
  if (restMs === undefined) return;
  await restHost(tx, await hostNamed(tx, hostKey(url)), { backoffUntil: tx.now + restMs });
}

function boundsOf(maxBytes: number): Bounds {
  const { leastBytesEach, countedEachTime, dropAtOnce: atOnce } = imageLimits;
  const maxCount = Math.ceil(maxBytes / leastBytesEach);
  const step = Math.ceil(maxCount / countedEachTime);
  let kept = 0;
  return { maxBytes, maxCount, atOnce, areDue: () => kept++ % step === 0 };
}

/** A host that has asked for rest, for whatever it was called, is not asked for pictures either. */
function isResting({ store }: Equipment, host: string): Promise<boolean> {
  return store.read(async (tx) => (await backoffOf(tx, host)) > tx.now);
}

function call(equipment: Equipment, url: string): Promise<WebAnswer> {
  return callOnce(equipment, {
    url,
    accept: 'image/avif,image/webp,image/png,image/jpeg,image/svg+xml,image/gif;q=0.9,*/*;q=0.1',
    maxBytes: imageLimits.maxBytes,
    timeoutMs: imageLimits.requestMs,
  });
}

function foundIn(answer: WebAnswer, now: number): Found {
  const host = hostKey(answer.url);
  const facts = factsOf(answer, now);
  const askedMs = (isPrivateHost(host) ? restOfPrivate : restAfter)(facts);
  const restMs = askedMs && restOfAll(facts.hints, askedMs, { isRefused: facts.status === 429 });
  const { result, keptMs } = pictureIn(answer);
  // The picture itself is left alone for as long as was said, wherever its host rests for less.
  return { result, restMs, keptMs: Math.max(keptMs, askedMs ?? 0) };
}

/** As for feeds, and any other error may name a rest, too. */
function restAfter(facts: AnswerFacts): number | undefined {
  const { spentMs } = facts.hints;
  if (facts.status === 429) return restNamed(facts) ?? spentMs ?? pace.tooManyMs;
  return restNamed(facts) ?? (spentMs === undefined ? undefined : Math.min(spentMs, pace.longestAnsweredMs));
}

/** What one address there says of how much is allowed, as a bridge may that hands on what others answer, says nothing about the feeds. */
function restOfPrivate(facts: AnswerFacts): number | undefined {
  return restNamed(facts) ?? (facts.status === 429 ? imageLimits.passingMs : undefined);
}

function restNamed({ status = 200, hints }: AnswerFacts): number | undefined {
  return status === 429 || status >= 500 ? hints.retryAfterMs : undefined;
}

function pictureIn(answer: WebAnswer): Pick<Found, 'result' | 'keptMs'> {
  const { keptMs, passingMs, finalMs } = imageLimits;
  if (answer.kind === 'failure') {
    if (answer.reason === 'too-large') return { result: 'too-large', keptMs: finalMs };
    return { result: 'unreachable', keptMs: passingMs };
  }
  const { status, body } = answer;
  if (status === 429 || status >= 500) return { result: 'busy', keptMs: passingMs };
  if (status > 299) return { result: 'refused', keptMs: finalMs };
  const type = imageType(body);
  return type === undefined || answer.truncatedEncoding === true
    ? { result: 'no-image', keptMs: finalMs }
    : { result: { type, bytes: body }, keptMs };
}

function failed(failure: ImageFailure): FetchedImage {
  return { kind: 'failed', failure };
}
