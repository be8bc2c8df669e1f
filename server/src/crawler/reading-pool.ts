// Reads documents in threads that may die of them: a document that stalls or kills its reader costs that visit only.
import { Worker } from 'node:worker_threads';
import type { Clock } from '../clock.ts';
import type { Reading } from '../formats/feed-document.ts';
import type { Reader, ReaderResult, ReadFrom } from './reading.ts';

export interface ReadingPool {
  read: Reader;
  /** Ends all threads; what is being read comes to `reader-died`. */
  close(): Promise<void>;
}

export interface ReadingPoolOptions {
  clock: Clock;
  limits?: Partial<ReadingPoolLimits>;
  /** The readers' program; tests run others. */
  program?: URL;
}

export const readingPoolLimits = {
  /** The slowest honest document (20 MB of show notes) takes 2 s on a small machine; more is an attack. */
  timeoutMs: 5_000,
  /** 25 MB of text as a tree and as strings, with room to collect; a document that needs more is not read. */
  heapMb: 512,
  /** One reader keeps up with hundreds of visits a second; the second reads on while a heavy document is in the first. */
  readers: 2,
  /** A reader that has nothing to do is ended: it holds 20 MB. */
  idleMs: 30_000,
};

export type ReadingPoolLimits = typeof readingPoolLimits;

export function openReadingPool(options: ReadingPoolOptions): ReadingPool {
  const pool = new Pool(options);
  return { read: (bytes, from) => pool.read(bytes, from), close: () => pool.close() };
}

interface Job {
  bytes: Uint8Array;
  from: ReadFrom;
  done(result: ReaderResult): void;
}

interface ReaderThread {
  worker: Worker;
  job: Job | undefined;
  cancelTimer: () => void;
}

class Pool {
  readonly #clock: Clock;
  readonly #limits: ReadingPoolLimits;
  readonly #program: URL;
  readonly #threads = new Set<ReaderThread>();
  readonly #queue: Job[] = [];
  #closed = false;

  constructor({ clock, limits, program }: ReadingPoolOptions) {
    this.#clock = clock;
    this.#limits = { ...readingPoolLimits, ...limits };
    this.#program = program ?? new URL('./reading-worker.ts', import.meta.url);
  }

  read(bytes: Uint8Array, from: ReadFrom): Promise<ReaderResult> {
    if (this.#closed) return Promise.resolve(lost('reader-died', 'the readers are closed'));
    return new Promise((done) => {
      this.#queue.push({ bytes, from, done });
      this.#assign();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const job of this.#queue.splice(0)) job.done(lost('reader-died', 'the readers are closing'));
    await Promise.all(
      [...this.#threads].map((thread) => this.#end(thread, 'reader-died', 'the readers are closing')),
    );
  }

  #assign(): void {
    while (this.#queue.length > 0) {
      const idle = [...this.#threads].find((thread) => thread.job === undefined);
      const thread = idle ?? (this.#threads.size < this.#limits.readers ? this.#spawn() : undefined);
      const job = thread && this.#queue.shift();
      if (!thread || !job) return;
      this.#give(thread, job);
    }
  }

  #give(thread: ReaderThread, job: Job): void {
    thread.cancelTimer();
    thread.job = job;
    thread.cancelTimer = this.#clock.after(this.#limits.timeoutMs, () => {
      void this.#end(thread, 'reader-timeout', `no result after ${this.#limits.timeoutMs} ms`);
      this.#assign();
    });
    // A copy of the bytes goes over: the caller keeps its own, for the store. Made here, it is not copied once more.
    const bytes = Uint8Array.from(job.bytes);
    thread.worker.postMessage({ bytes, from: job.from }, [bytes.buffer]);
  }

  #spawn(): ReaderThread {
    const worker = new Worker(this.#program, {
      resourceLimits: { maxOldGenerationSizeMb: this.#limits.heapMb },
    });
    const thread: ReaderThread = { worker, job: undefined, cancelTimer: () => {} };
    worker.on('message', (reading: Reading) => this.#finish(thread, reading));
    worker.on('error', (error) => this.#died(thread, String(error)));
    worker.on('exit', (code) => this.#died(thread, `exit code ${code}`));
    this.#threads.add(thread);
    return thread;
  }

  #finish(thread: ReaderThread, reading: Reading): void {
    const { job } = thread;
    // A result that comes after the time is nobody's any more.
    if (!job || !this.#threads.has(thread)) return;
    thread.job = undefined;
    thread.cancelTimer();
    thread.cancelTimer = this.#clock.after(
      this.#limits.idleMs,
      () => void this.#end(thread, 'reader-died', 'idle'),
    );
    job.done(reading);
    this.#assign();
  }

  #died(thread: ReaderThread, detail: string): void {
    if (!this.#threads.has(thread)) return;
    void this.#end(thread, 'reader-died', detail);
    this.#assign();
  }

  async #end(thread: ReaderThread, why: 'reader-died' | 'reader-timeout', detail: string): Promise<void> {
    this.#threads.delete(thread);
    thread.cancelTimer();
    thread.job?.done(lost(why, detail));
    thread.job = undefined;
    await thread.worker.terminate();
  }
}

function lost(why: 'reader-died' | 'reader-timeout', detail: string): ReaderResult {
  return { kind: 'not-a-feed', why, detail: `The document was not read: ${detail}` };
}
