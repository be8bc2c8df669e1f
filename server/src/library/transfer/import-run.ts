// Works through one import: a few of its feeds at a time, never two of one host.
import type { Said } from '../../model/said.ts';
import type { ImportedFeed } from '../../model/transfer.ts';
import { lockSequence } from '../../store/counters.ts';
import { storeFor } from '../../store/doer.ts';
import { StoreUnavailable, type WriteTx } from '../../store/store.ts';
import { nextTryAt, readyFeeds, setFeedState } from '../../store/transfer/import-parts.ts';
import {
  type BegunImport,
  changeState,
  findFirstPosition,
  findState,
  type OpenImport,
  placeFeeds,
} from '../../store/transfer/imports.ts';
import { followImported, hostOf, type Workshop } from './follow-imported.ts';
import { importLimits } from './limits.ts';

interface RunOptions extends Workshop {
  /** Called with errors of our own: the import continues with the next feed. */
  failed(error: unknown): void;
  /** Resolves with the next event from outside. */
  news(): Promise<void>;
}

/**
 * Resolves when the import is finished or cancelled, or the house closes, or all that is left has been put off: then with the time of
 * the next try. Rejects if the store is unavailable.
 */
export async function runImport(options: RunOptions, job: OpenImport): Promise<number | undefined> {
  const store = storeFor(options.store, { userId: job.userId });
  const firstPosition = await store.write((tx) => begin(tx, job));
  const run = new Run({ ...options, store }, { ...job, firstPosition });
  try {
    while (await run.step());
  } finally {
    await run.settled();
  }
  return run.nextAt;
}

class Run {
  readonly #options: RunOptions;
  readonly #job: BegunImport;
  /** Host → the feed that is being followed there. */
  readonly #busy = new Map<string, Promise<void>>();
  #broken: { error: unknown } | undefined;
  /** When the next try is due, if nothing can be tried before. */
  nextAt: number | undefined;

  constructor(options: RunOptions, job: BegunImport) {
    this.#options = options;
    this.#job = job;
  }

  /** Does the next thing, or waits for one. False when it is finished, or all that is left has been put off. */
  async step(): Promise<boolean> {
    const { store, isClosing } = this.#options;
    if (this.#broken) throw this.#broken.error;
    // Before looking, so that nothing that happens afterwards is missed.
    const news = this.#options.news();
    // A feed that is done with meanwhile may still look ready: asking for it again would be rude where its site has just put it off.
    const busy = new Set(this.#busy.keys());
    const { state, ready, nextAt } = await this.#look();
    this.nextAt = nextAt;
    if (isClosing() || state !== 'running') return false;
    const feed = ready.find(({ url }) => !busy.has(hostOf(url)));
    if (feed && this.#busy.size < importLimits.followsAtOnce) this.#begin(feed);
    else if (this.#busy.size > 0) await Promise.race([news, ...this.#busy.values()]);
    else return nextAt === undefined && !(await store.write((tx) => end(tx, this.#job)));
    return true;
  }

  async settled(): Promise<void> {
    await Promise.all(this.#busy.values());
  }

  #look() {
    const { id } = this.#job;
    return this.#options.store.read(async (tx) => {
      const ready = await readyFeeds(tx, id, importLimits.lookahead);
      // Among all that is left, which may be many thousands: only for whoever has nothing else to do.
      const nextAt = ready.length > 0 || this.#busy.size > 0 ? undefined : await nextTryAt(tx, id);
      return { state: await findState(tx, id), ready, nextAt };
    });
  }

  #begin(feed: ImportedFeed): void {
    const host = hostOf(feed.url);
    const task = followImported(this.#options, this.#job, feed)
      .catch((error: unknown) => this.#stumble(feed, error))
      .finally(() => this.#busy.delete(host));
    this.#busy.set(host, task);
  }

  /** A bug of ours costs one feed. */
  async #stumble({ place }: ImportedFeed, error: unknown): Promise<void> {
    const { store, failed } = this.#options;
    if (error instanceof StoreUnavailable) {
      this.#broken = { error };
      return;
    }
    failed(error);
    const why: Said = { sentence: 'Something went wrong here; try again', code: 'interrupted' };
    await store
      .write((tx) => setFeedState(tx, this.#job.id, { place, state: 'failed', why }))
      .catch((fault: unknown) => {
        this.#broken = { error: fault };
      });
  }
}

/** Returns where its feeds begin. */
async function begin(tx: WriteTx, job: OpenImport): Promise<number> {
  const hasBegun = await changeState(tx, job.id, { from: 'waiting', to: 'running' });
  // One that continues keeps its place: while it rested, others may have come to stand behind it.
  if (hasBegun) await placeFeeds(tx, job);
  return findFirstPosition(tx, job.id);
}

/** Whether it is finished: false if somebody has asked for another try since it was read. A cancelled import stays cancelled. */
async function end(tx: WriteTx, { id, userId }: OpenImport): Promise<boolean> {
  // Whoever asks for another try takes it as still at work otherwise, and it would end all the same.
  await lockSequence(tx, userId);
  if ((await nextTryAt(tx, id)) !== undefined) return false;
  await changeState(tx, id, { from: 'running', to: 'done' });
  return true;
}
