// Work that transactions leave to their end: done once for everything of a kind, which costs less than a little for each of them.
import type { LastWorker, WriteTx } from './store.ts';

export class LastWork {
  readonly #left = new Map<LastWorker<never>, unknown[]>();

  leave<T>(worker: LastWorker<T>, some: readonly T[]): void {
    const earlier = this.#left.get(worker);
    if (earlier) earlier.push(...some);
    else this.#left.set(worker, [...some]);
  }

  /** Appends the work of another one to its own. */
  takeOver(other: LastWork): void {
    for (const [worker, all] of other.#left) this.leave(worker, all as never[]);
  }

  async do(tx: WriteTx): Promise<void> {
    for (const [worker, all] of this.#left) await worker(tx, all as never[]);
  }
}
