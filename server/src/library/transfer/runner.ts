// Makes sure that imports are worked through: one of each user at a time, several users at once. Continues after a restart, or on
// another node.
import { randomUUID } from 'node:crypto';
import type { Clock } from '../../clock.ts';
import type { Crawler } from '../../crawler/crawler.ts';
import { layDownDuty, takeDuty } from '../../store/duties.ts';
import { type Store, StoreUnavailable } from '../../store/store.ts';
import { nextImports, type OpenImport } from '../../store/transfer/imports.ts';
import { dropHalfImports } from './drop-import.ts';
import { importLimits } from './limits.ts';
import { openPlaces, type Places } from './places.ts';
import type { Portion } from './portions.ts';
import { readPortions } from './reading.ts';

/** Runs the imports of the library. */
export interface Imports extends Places {
  /** The parts of a document in portions. Throws Refusal `cannot` for a document of no known kind. */
  read(bytes: Uint8Array): AsyncIterable<Portion>;
  /** Continues what an earlier process has left, and deletes what was only half handed in. */
  start(): Promise<void>;
  /** Says that there is something to do, or to stop. */
  wake(): void;
  /** Stops everything, and the reading of documents; `start` continues what was under way. */
  close(): Promise<void>;
}

interface ImportsOptions {
  store: Store;
  crawler: Crawler;
  clock: Clock;
  /** Called with errors of our own, and what they kept from being done. */
  failed(what: Failure, error: unknown): void;
}

/** As the log tells it. */
type Failure =
  | 'import failed'
  | 'feed was not imported'
  | 'looking for imports failed'
  | 'duties were not kept';

export function openImports(options: ImportsOptions): Imports {
  const runner = new Runner(options);
  const closing = new AbortController();
  return {
    ...openPlaces(),
    read: (bytes) => readPortions(bytes, options.clock, closing.signal),
    async start() {
      await dropHalfImports(options.store);
      runner.start();
    },
    wake: () => runner.wake(),
    close() {
      closing.abort(new StoreUnavailable('Cannot import: the service closes'));
      return runner.close();
    },
  };
}

class Runner {
  readonly #options: ImportsOptions;
  /** User → the import under way. */
  readonly #running = new Map<number, Promise<void>>();
  /** Users whose imports another node has taken over, because this one did not respond for too long. */
  readonly #lost = new Set<number>();
  #looking: Promise<void> = Promise.resolve();
  #news = Promise.withResolvers<void>();
  /** There is one while everything rests. */
  #cancelRest: (() => void) | undefined;
  /** Cancels each call that is due when a feed which was put off is. */
  readonly #alarms = new Set<() => void>();
  #isClosing = false;
  readonly #holder = randomUUID();
  #stopKeeping = (): void => {};

  constructor(options: ImportsOptions) {
    this.#options = options;
  }

  /** From now on imports left behind by other nodes are taken up too. */
  start(): void {
    this.wake();
    this.#stopKeeping = this.#options.clock.after(importLimits.dutyMs / 3, () => {
      this.#keep().catch((error: unknown) => this.#options.failed('duties were not kept', error));
      this.start();
    });
  }

  wake(): void {
    this.#news.resolve();
    this.#news = Promise.withResolvers();
    this.#looking = this.#looking
      .then(() => this.#look())
      .catch((error: unknown) => this.#rest('looking for imports failed', error));
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    this.#stopKeeping();
    await this.#looking;
    await Promise.all(this.#running.values());
    this.#cancelRest?.();
    for (const cancel of this.#alarms) cancel();
  }

  async #look(): Promise<void> {
    if (this.#isClosing || this.#cancelRest) return;
    for (const job of await this.#options.store.read(nextImports)) {
      if (this.#running.size >= importLimits.atOnce) return;
      if (this.#running.has(job.userId) || !(await this.#take(job.userId))) continue;
      const ended = this.#run(job).then(
        () => this.#ended(job.userId),
        (error: unknown) => {
          this.#running.delete(job.userId);
          this.#lost.delete(job.userId);
          this.#rest('import failed', error);
        },
      );
      this.#running.set(job.userId, ended);
    }
  }

  async #run(job: OpenImport): Promise<void> {
    const isClosing = (): boolean => this.#isClosing || this.#lost.has(job.userId);
    const { runImport } = await import('./import-run.ts');
    const failed = (error: unknown): void => this.#options.failed('feed was not imported', error);
    const news = (): Promise<void> => this.#news.promise;
    const nextAt = await runImport({ ...this.#options, isClosing, failed, news }, job);
    await this.#options.store.write((tx) => layDownDuty(tx, this.#duty(job.userId)));
    if (nextAt !== undefined) this.#wakeAt(nextAt);
  }

  /** While an import waits for sites, others have its place. */
  #wakeAt(at: number): void {
    const { clock } = this.#options;
    // Looks again after the longest wait even so: the clock may have been set back since.
    const waitMs = Math.min(Math.max(0, at - clock.now()), importLimits.longestWaitMs);
    const cancel = clock.after(waitMs, () => {
      this.#alarms.delete(cancel);
      this.wake();
    });
    this.#alarms.add(cancel);
  }

  /** One node at a time works for a user. If one ever was late: each step is a transaction that can be repeated. */
  #take(userId: number): Promise<boolean> {
    return this.#options.store.write((tx) => takeDuty(tx, this.#duty(userId), importLimits.dutyMs));
  }

  async #keep(): Promise<void> {
    for (const userId of this.#running.keys()) {
      if (!(await this.#take(userId))) this.#lost.add(userId);
    }
  }

  #duty(userId: number) {
    return { name: `imports of ${userId}`, holder: this.#holder };
  }

  /** The user's next import may be waiting, or somebody else's. */
  #ended(userId: number): void {
    this.#running.delete(userId);
    this.#lost.delete(userId);
    this.wake();
  }

  /** Something of ours is broken or unavailable: everything is tried again after a while. */
  #rest(what: Failure, error: unknown): void {
    this.#options.failed(what, error);
    this.#cancelRest?.();
    this.#cancelRest = this.#options.clock.after(importLimits.restMs, () => {
      this.#cancelRest = undefined;
      this.wake();
    });
  }
}
