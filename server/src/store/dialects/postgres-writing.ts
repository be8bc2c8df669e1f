// How many of a node's connections may write at the same time, so that those who only read always find one.
import { StoreUnavailable } from '../store.ts';

interface Waiting {
  begin: () => void;
  timer: NodeJS.Timeout;
}

/**
 * Whoever writes may have to wait for a row that somebody else has locked, for as long as that one's transaction takes, and holds a
 * connection meanwhile. If such writes had all connections, nobody could list anything.
 */
export class WritePlaces {
  #free: number;
  readonly #timeoutMs: number;
  readonly #waiting = new Set<Waiting>();

  constructor(places: number, timeoutMs: number) {
    this.#free = places;
    this.#timeoutMs = timeoutMs;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  /** Whoever has waited longest is next. Throws StoreUnavailable for those who have waited too long. */
  async during<T>(write: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free--;
    else await this.#turn();
    try {
      return await write();
    } finally {
      this.#leave();
    }
  }

  #turn(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const timer = setTimeout(() => {
      this.#waiting.delete(one);
      reject(
        new StoreUnavailable('Cannot reach the database: too many writes wait for what others have locked'),
      );
    }, this.#timeoutMs);
    const one: Waiting = { begin: resolve, timer };
    this.#waiting.add(one);
    return promise;
  }

  /** The place goes to the next, who is never overtaken. */
  #leave(): void {
    const [next] = this.#waiting;
    if (!next) {
      this.#free++;
      return;
    }
    this.#waiting.delete(next);
    clearTimeout(next.timer);
    next.begin();
  }
}
