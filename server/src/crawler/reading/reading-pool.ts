// Reads documents in separate threads, so that a document that stalls or kills its reader costs only that visit.
import { availableParallelism } from 'node:os';
import { Worker, type WorkerOptions } from 'node:worker_threads';
import type { Clock } from '../../clock.ts';
import type {
  Extractor,
  ExtractorResult,
  Reader,
  ReaderResult,
  ReadingOrder,
  Unread,
  Urgency,
} from './reading.ts';
import { slownessOfMachine } from './slowness.ts';
import { type Document, unpacked } from './unpacked.ts';

export interface ReadingPool {
  read: Reader;
  extract: Extractor;
  /** Ends all threads; whatever is being read results in `reader-died`. */
  close(): Promise<void>;
}

export interface ReadingPoolOptions {
  clock: Clock;
  limits?: Partial<ReadingPoolLimits>;
  /** The readers' program; tests run others. */
  program?: URL;
  /** Starts a thread; tests let it fail. */
  start?: (program: URL, options: WorkerOptions) => Worker;
  /** How many times as long this machine takes as a small one of today; asked once, when a document takes long. */
  slowness?: () => number;
}

const readingPoolLimits = {
  /** The slowest honest document (20 MB of show notes) takes 2 s on a small machine of today; more is an attack. On a slower one it may take longer. */
  timeoutMs: 5_000,
  /**
   * On a busy machine a reader, which has the lowest priority, may get less than a tenth of that time on the processor: an honest document
   * of 50 kB was seen to take more than 5 s by the clock. A reader that got less than half is given as long again, up to this.
   */
  longestMs: 30_000,
  /** 25 MB of text as a tree and as strings, with room for garbage; a document that needs more is not read. */
  heapMb: 512,
  /** Keeps collecting the garbage of a document while it is read; with V8's default each reader would hold 150 MB of it. */
  youngHeapMb: 8,
  /**
   * One reader keeps up with a hundred new documents a second; a second one goes on while the first reads a heavy document. With
   * two cores it would only take turns with the first, and hold 50 MB.
   */
  readers: availableParallelism() > 2 ? 2 : 1,
  /** A reader that has been idle for so long is ended: it holds 20 MB. */
  idleMs: 30_000,
  /** Where the machine has no room for a thread (no file descriptors are left), it is started again after so long: an app's burst of connections is over by then. */
  startAgainMs: 1_000,
  /** A document waits through so many of these: longer than a full machine stays full, shorter than its visit may take. */
  mostStarts: 30,
};

/** By the clock, a slow machine gets up to this many times as long: others wait for the reader. */
const MOST_PATIENCE = 4;

type ReadingPoolLimits = typeof readingPoolLimits;

export function openReadingPool(options: ReadingPoolOptions): ReadingPool {
  const pool = new Pool(options);
  return {
    read: async (document, from, urgency) =>
      (await pool.run({ task: 'feed', document, from }, urgency)) as ReaderResult,
    extract: async (document, from, urgency) =>
      (await pool.run({ task: 'article', document, from }, urgency)) as ExtractorResult,
    close: () => pool.close(),
  };
}

type Result = ReaderResult | ExtractorResult;

/** An order that waits: its document may be packed until then. */
type Order = Omit<ReadingOrder, 'bytes'> & { document: Document };

interface Job {
  order: Order;
  isAwaited: boolean;
  /** How many threads that were to read it did not even begin. */
  failedStarts: number;
  done(result: Result): void;
}

interface ReaderThread {
  worker: Worker;
  /** Whether it has begun to read its document. One that dies before that has read nothing of it. */
  hasBegun: boolean;
  job: Job | undefined;
  cancelTimer: () => void;
}

class Pool {
  readonly #clock: Clock;
  readonly #limits: ReadingPoolLimits;
  readonly #start: () => Worker;
  readonly #slowness: () => number;
  readonly #threads = new Set<ReaderThread>();
  readonly #queue: Job[] = [];
  #cancelStart: (() => void) | undefined;
  #closed = false;

  constructor({ clock, limits, program, start, slowness = slownessOfMachine }: ReadingPoolOptions) {
    this.#clock = clock;
    this.#limits = { ...readingPoolLimits, ...limits };
    const url = program ?? new URL('./reading-worker.ts', import.meta.url);
    const resourceLimits = {
      maxOldGenerationSizeMb: this.#limits.heapMb,
      maxYoungGenerationSizeMb: this.#limits.youngHeapMb,
    };
    this.#start = () => start?.(url, { resourceLimits }) ?? new Worker(url, { resourceLimits });
    let known: number | undefined;
    this.#slowness = () => {
      known ??= slowness();
      return known;
    };
  }

  /** The result has the kind of the order's task. */
  run(order: Order, { isAwaited }: Urgency = { isAwaited: false }): Promise<Result> {
    if (this.#closed) return Promise.resolve(lost(order, 'reader-died', 'the readers are closed'));
    return new Promise((done) => {
      // A queue of fifty large documents takes a small machine minutes.
      const place = isAwaited ? this.#queue.findIndex((job) => !job.isAwaited) : -1;
      this.#queue.splice(place < 0 ? this.#queue.length : place, 0, {
        order,
        isAwaited,
        failedStarts: 0,
        done,
      });
      this.#assign();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#cancelStart?.();
    for (const job of this.#queue.splice(0))
      job.done(lost(job.order, 'reader-died', 'the readers are closing'));
    await Promise.all(
      [...this.#threads].map((thread) => this.#end(thread, 'reader-died', 'the readers are closing')),
    );
  }

  #assign(): void {
    while (this.#queue.length > 0) {
      const idle = [...this.#threads].find((thread) => thread.job === undefined);
      const mayStart = this.#threads.size < this.#limits.readers && !this.#cancelStart;
      const thread = idle ?? (mayStart ? this.#spawn() : undefined);
      const job = thread && this.#queue.shift();
      if (!thread || !job) return;
      this.#give(thread, job);
    }
  }

  #give(thread: ReaderThread, job: Job): void {
    thread.cancelTimer();
    thread.job = job;
    thread.hasBegun = false;
    this.#watch(thread, job, { waitedMs: 0, before: cpuMsOf(thread.worker) });
    const { document, ...order } = job.order;
    const send = (own: Uint8Array): void => {
      // The reader gets a copy, because the caller needs the bytes for the store. Transferring a copy made here avoids a second one.
      const bytes = new Uint8Array(own);
      thread.worker.postMessage({ ...order, bytes }, [bytes.buffer]);
    };
    if (document instanceof Uint8Array) send(document);
    else unpacked(document).then(send, (error: unknown) => this.#fail(thread, job, String(error)));
  }

  /** The document cannot be unpacked, which is no fault of the reader. */
  #fail(thread: ReaderThread, job: Job, detail: string): void {
    if (thread.job === job) this.#finish(thread, lost(job.order, 'reader-died', detail));
  }

  #watch(thread: ReaderThread, job: Job, watched: { waitedMs: number; before: Promise<number> }): void {
    const { timeoutMs, longestMs } = this.#limits;
    const waitedMs = watched.waitedMs + timeoutMs;
    thread.cancelTimer = this.#clock.after(timeoutMs, () => {
      const slowness = this.#slowness();
      if (waitedMs >= longestMs * Math.min(slowness, MOST_PATIENCE)) return this.#giveUp(thread, waitedMs);
      // The timer is set again before the processor time is known: a thread that cannot even report that gets the longest time.
      this.#watch(thread, job, { ...watched, waitedMs });
      Promise.all([cpuMsOf(thread.worker), watched.before]).then(([now, before]) => {
        if (thread.job === job && now - before >= (timeoutMs / 2) * slowness) this.#giveUp(thread, waitedMs);
      });
    });
  }

  #giveUp(thread: ReaderThread, waitedMs: number): void {
    void this.#end(thread, 'reader-timeout', `no result after ${waitedMs} ms`);
    this.#assign();
  }

  #spawn(): ReaderThread | undefined {
    let worker: Worker;
    try {
      worker = this.#start();
    } catch (error) {
      this.#startAgain(this.#queue.shift(), String(error));
      return undefined;
    }
    const thread: ReaderThread = { worker, hasBegun: false, job: undefined, cancelTimer: () => {} };
    let why: string | undefined;
    worker.on('message', (message: Result | 'begun') => {
      if (message === 'begun') thread.hasBegun = true;
      else this.#finish(thread, message);
    });
    worker.on('error', (error) => {
      why = String(error);
    });
    // Not with the error, which may overtake messages: those come before this.
    worker.on('exit', (code) => this.#died(thread, why ?? `exit code ${code}`));
    this.#threads.add(thread);
    return thread;
  }

  #finish(thread: ReaderThread, result: Result): void {
    const { job } = thread;
    // Nobody waits for a result that comes after the timeout.
    if (!job || !this.#threads.has(thread)) return;
    thread.job = undefined;
    thread.cancelTimer();
    thread.cancelTimer = this.#clock.after(
      this.#limits.idleMs,
      () => void this.#end(thread, 'reader-died', 'idle'),
    );
    job.done(result);
    this.#assign();
  }

  #died(thread: ReaderThread, detail: string): void {
    if (!this.#threads.has(thread)) return;
    const unread = thread.hasBegun ? undefined : thread.job;
    if (unread) thread.job = undefined;
    void this.#end(thread, 'reader-died', detail);
    if (unread) this.#startAgain(unread, detail);
    else this.#assign();
  }

  /** No thread could be started, or load its code, which is no fault of the document that it was to read. */
  #startAgain(job: Job | undefined, detail: string): void {
    if (job && ++job.failedStarts < this.#limits.mostStarts) this.#queue.unshift(job);
    else job?.done(lost(job.order, 'no-reader', detail));
    this.#cancelStart ??= this.#clock.after(this.#limits.startAgainMs, () => {
      this.#cancelStart = undefined;
      this.#assign();
    });
  }

  async #end(thread: ReaderThread, why: Unread, detail: string): Promise<void> {
    this.#threads.delete(thread);
    thread.cancelTimer();
    if (thread.job) thread.job.done(lost(thread.job.order, why, detail));
    thread.job = undefined;
    await thread.worker.terminate();
  }
}

/** The processor time that a thread has used; 0 before it runs and after it has ended. */
async function cpuMsOf(worker: Worker): Promise<number> {
  try {
    const { user, system } = await worker.cpuUsage();
    return (user + system) / 1_000;
  } catch {
    return 0;
  }
}

function lost({ task }: Order, why: Unread, detail: string): Result {
  return task === 'article'
    ? { kind: 'no-article', why }
    : { kind: 'not-a-feed', why, detail: `The document was not read: ${detail}` };
}
