// Runs the crawler in a thread of its own, with its own connection to the store, so that recording never delays the API.
import { Worker } from 'node:worker_threads';
import type { Clock } from '../clock.ts';
import type { Log, LogFacts } from '../log.ts';
import { StoreUnavailable } from '../store/store.ts';
import type { Crawler, VisitMade } from './crawler.ts';
import type { Order, Report, ThreadSettings } from './thread-messages.ts';

interface CrawlerThreadOptions {
  settings: ThreadSettings;
  log: Log;
  clock: Clock;
  changed?: (userIds: readonly number[]) => void;
  visited?: (visit: VisitMade) => void;
  /** The thread's program; tests run others. */
  program?: URL;
}

/** A thread that dies is restarted after this, and after twice as long each time that it dies again. */
const FIRST_RESTART_MS = 1_000;
const LONGEST_RESTART_MS = 60_000;
/** A thread that lived so long was well: its death counts as the first of a series. */
const WELL_AFTER_MS = 600_000;
/** Bounds the garbage of visits: with V8's default the thread would hold 100 MB of it. */
const YOUNG_HEAP_MB = 16;
/** As much as for a reader. The lower the limit, the sooner V8 collects: with its default, 100 MB more of garbage stay in memory. */
const HEAP_MB = 512;
/** Longer than the crawler itself waits for visits under way; a thread that hangs is terminated. */
const CLOSE_MS = 5_000;

/** The thread is started with the first call. */
export function openCrawlerThread(options: CrawlerThreadOptions): Crawler {
  const thread = new Thread(options);
  const asked = Object.entries(lost).map(([call, answer]) => [
    call,
    (...args: unknown[]) => thread.call({ call: call as keyof Asked, args }, answer),
  ]);
  return {
    ...(Object.fromEntries(asked) as Asked),
    start: () => thread.makeRounds(),
    close: () => thread.close(),
  };
}

/** What the crawler is asked for, and answers. */
type Asked = Omit<Crawler, 'start' | 'close'>;

const interrupted = {
  kind: 'refused',
  reason: 'interrupted',
  sentence: 'The visit was interrupted; try again in a minute',
  againInMs: 60_000,
} as const;

/** The answers if the thread dies first, or is down. */
const lost: { readonly [Call in keyof Asked]: Awaited<ReturnType<Asked[Call]>> } = {
  follow: interrupted,
  discover: interrupted,
  refresh: { sentence: interrupted.sentence, code: interrupted.reason },
  takeImported: 'away',
  fetchArticle: interrupted,
  fetchImage: { kind: 'failed', failure: 'busy' },
  verifyHub: 'away',
  expectsPush: 'away',
  deliver: 'away',
  runDue: 0,
};

type Call = Omit<Order, 'id'>;

interface Waiting {
  resolve(value: unknown): void;
  reject(error: unknown): void;
  /** The answer if the thread dies first. */
  lost: unknown;
}

class Thread {
  readonly #options: CrawlerThreadOptions;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #startedAt = 0;
  #restartMs = FIRST_RESTART_MS;
  #cancelRestart: (() => void) | undefined;
  #makesRounds = false;
  #closing: Promise<void> | undefined;
  #lastId = 0;

  constructor(options: CrawlerThreadOptions) {
    this.#options = options;
  }

  call<Value>(call: Call, lost: Value): Promise<Value> {
    if (this.#closing) return Promise.resolve(lost);
    // While the thread waits for its restart after a crash, calls do not start it: one that dies at once would die with each call.
    if (!this.#worker && this.#cancelRestart) return Promise.resolve(lost);
    return this.#post(this.#worker ?? this.#spawn(), call, lost);
  }

  makeRounds(): void {
    this.#makesRounds = true;
    // A thread that is spawned now begins its rounds by itself.
    if (!this.#worker) this.#spawn();
    else this.#tell(this.#worker, { call: 'start', args: [] });
  }

  close(): Promise<void> {
    this.#closing ??= this.#end();
    return this.#closing;
  }

  #post<Value>(worker: Worker, call: Call, lost: Value): Promise<Value> {
    const id = ++this.#lastId;
    return new Promise<Value>((resolve, reject) => {
      this.#waiting.set(id, { resolve: (value) => resolve(value as Value), reject, lost });
      worker.postMessage({ ...call, id });
    });
  }

  /** For orders to whose answer nobody listens. */
  #tell(worker: Worker, call: Call): void {
    this.#post(worker, call, undefined).catch((error: unknown) => {
      this.#options.log.error('crawler thread cannot obey', { call: call.call, error });
    });
  }

  #spawn(): Worker {
    const { program, settings } = this.#options;
    const worker = new Worker(program ?? new URL('./thread.ts', import.meta.url), {
      workerData: settings,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_HEAP_MB, maxOldGenerationSizeMb: HEAP_MB },
    });
    this.#worker = worker;
    this.#startedAt = this.#options.clock.now();
    worker.on('message', (report: Report) => this.#hear(report));
    worker.on('error', (error) => this.#options.log.error('crawler thread failed', { error }));
    worker.on('exit', (code) => this.#ended(code));
    if (this.#makesRounds) this.#tell(worker, { call: 'start', args: [] });
    return worker;
  }

  #hear(report: Report): void {
    switch (report.kind) {
      case 'changed':
        this.#options.changed?.(report.userIds);
        return;
      case 'visited':
        this.#options.visited?.(report.visit);
        return;
      case 'log':
        this.#options.log[report.level](report.event, report.facts);
        return;
      default: {
        const waiting = this.#waiting.get(report.id);
        this.#waiting.delete(report.id);
        if (report.kind === 'answer') waiting?.resolve(report.value);
        else if (report.isAway)
          waiting?.reject(new StoreUnavailable('Cannot reach the database', { cause: report.error }));
        else waiting?.reject(report.error);
      }
    }
  }

  #ended(code: number): void {
    this.#worker = undefined;
    for (const { resolve, lost } of this.#waiting.values()) resolve(lost);
    this.#waiting.clear();
    if (this.#options.clock.now() - this.#startedAt >= WELL_AFTER_MS) this.#restartMs = FIRST_RESTART_MS;
    if (!this.#closing) this.#restartLater({ code });
  }

  #restartLater(why: LogFacts): void {
    const { clock, log } = this.#options;
    log.error('crawler thread ended', { ...why, restartInMs: this.#restartMs });
    this.#cancelRestart = clock.after(this.#restartMs, () => {
      this.#cancelRestart = undefined;
      try {
        this.#spawn();
      } catch (error) {
        // The machine has no room for another thread.
        this.#restartLater({ error });
      }
    });
    this.#restartMs = Math.min(LONGEST_RESTART_MS, 2 * this.#restartMs);
  }

  async #end(): Promise<void> {
    this.#cancelRestart?.();
    const worker = this.#worker;
    if (!worker) return;
    const gone = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
    const cancel = this.#options.clock.after(CLOSE_MS, () => {
      this.#options.log.warn('crawler thread did not close in time', { afterMs: CLOSE_MS });
      void worker.terminate();
    });
    const closed = this.#post(worker, { call: 'close', args: [] }, undefined).catch((error: unknown) => {
      this.#options.log.error('crawler thread cannot obey', { call: 'close', error });
      return gone;
    });
    // Then the thread ends by itself, but not before the system has looked up the names that are under way: that takes it up to half a
    // minute, and nobody can break it off.
    await Promise.race([gone, closed]);
    cancel();
  }
}
