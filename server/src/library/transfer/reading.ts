// Reads documents that people hand in, in portions: long ones in a thread of their own, which may crash without harm.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Clock } from '../../clock.ts';
import { Refusal } from '../../model/refusal.ts';
import { isGzip, isZip } from './archives.ts';
import { reading } from './limits.ts';
import type { Portion } from './portions.ts';

/**
 * The parts of a document in portions. Throws Refusal `cannot` for a document of no known kind, and the reason of `closing` where the
 * service closes before a long one is read.
 */
export async function* readPortions(
  bytes: Uint8Array,
  clock: Clock,
  closing: AbortSignal,
): AsyncGenerator<Portion> {
  // A compressed document may be a thousand times as long as it looks.
  const isLong = bytes.length > reading.bytesInPlace || isGzip(bytes) || isZip(bytes);
  const portions = isLong
    ? inTurn(() => threadPortions(bytes, clock, closing), closing)
    : portionsInPlace(bytes);
  let isKnown = false;
  for await (const portion of portions) {
    isKnown = true;
    yield portion;
  }
  if (!isKnown) {
    if (isZip(bytes)) {
      throw new Refusal(
        'cannot',
        'Cannot import: the ZIP archive has no list of feeds, nor an export of a known kind',
        { reason: 'import-zip' },
      );
    }
    throw new Refusal(
      'cannot',
      'Cannot import: the document is neither OPML nor an export of Courant, FreshRSS, Inoreader, Miniflux, Feedbin, Nextcloud News, Feeder or Tiny Tiny RSS',
      { reason: 'import-unknown' },
    );
  }
}

/** The code for the formats is loaded with the first document: on most days there is none. */
async function* portionsInPlace(bytes: Uint8Array): AsyncGenerator<Portion> {
  const { portionsOf } = await import('./portions.ts');
  yield* portionsOf(bytes);
}

let lastTurn = Promise.resolve();

/** One long document at a time: reading it takes five times its size, which may be half of a small machine. */
async function* inTurn(read: () => AsyncGenerator<Portion>, closing: AbortSignal): AsyncGenerator<Portion> {
  const before = lastTurn;
  const { promise, resolve } = Promise.withResolvers<void>();
  lastTurn = promise;
  try {
    await before;
    // Nothing could be stored any more, and a process ends when its last thread has.
    closing.throwIfAborted();
    yield* read();
  } finally {
    resolve();
  }
}

/** Each portion is requested: the thread never gets ahead of the store. */
async function* threadPortions(
  bytes: Uint8Array,
  clock: Clock,
  closing: AbortSignal,
): AsyncGenerator<Portion> {
  const worker = new Worker(new URL('./reading-thread.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: reading.heapMb },
  });
  const died = new AbortController();
  worker.once('error', () => died.abort());
  worker.once('exit', () => died.abort());
  const ended = AbortSignal.any([died.signal, closing]);
  // Of reading alone: a database that is slow to store what was read says nothing of the document.
  let leftMs = reading.timeoutMs;
  try {
    // A copy is transferred: the bytes may be part of a larger buffer.
    const copy = Uint8Array.from(bytes);
    worker.postMessage(copy, [copy.buffer]);
    for (;;) {
      const begunAt = clock.now();
      const cancel = clock.after(leftMs, () => died.abort());
      const message = once(worker, 'message', { signal: ended }).finally(cancel);
      const [portion] = (await message) as [Portion | undefined];
      const tookMs = clock.now() - begunAt;
      // Otherwise the clock was set meanwhile: the timer, which goes on as before, would have rung.
      if (tookMs >= 0 && tookMs < leftMs) leftMs -= tookMs;
      if (portion === undefined) return;
      yield portion;
      worker.postMessage('next');
    }
  } catch (error) {
    closing.throwIfAborted();
    if (!died.signal.aborted) throw error;
    throw new Refusal('cannot', 'Cannot import: the document is too large or too tangled to be read', {
      reason: 'document-too-large',
    });
  } finally {
    await worker.terminate();
  }
}
