// How many of a node's connections may write at the same time, so that those who only read always find one.
import { StoreUnavailable } from '../store.ts';
import {
  CHORE_TIMEOUT_MS,
  CONNECT_TIMEOUT_MS,
  MOST_WRITING,
  PERSON_TIMEOUT_MS,
} from './postgres-connections.ts';

interface Limits {
  places: number;
  /** How many of them the writes of one user may have. */
  ofOne: number;
  timeoutMs: number;
  /** For those who wait only for other writes of their user. */
  ownTimeoutMs: number;
}

const limitsOfNode: Limits = {
  places: MOST_WRITING,
  // They mostly wait for each other: one works, and one stands ready for when it ends.
  ofOne: 2,
  timeoutMs: CONNECT_TIMEOUT_MS,
  ownTimeoutMs: PERSON_TIMEOUT_MS,
};

/** Whoever has asked a site waits for as long as those with a place may take: otherwise the site would be asked once more. */
const limitsOfCrawler: Limits = {
  ...limitsOfNode,
  timeoutMs: CHORE_TIMEOUT_MS,
  ownTimeoutMs: CHORE_TIMEOUT_MS,
};

interface Waiting {
  userId: number | undefined;
  begin: () => void;
  timer: NodeJS.Timeout;
}

export function writePlaces({ doesChores = false } = {}): WritePlaces {
  return new WritePlaces(doesChores ? limitsOfCrawler : limitsOfNode);
}

/**
 * Whoever writes may have to wait for a row that somebody else has locked, for as long as that one's transaction takes, and holds a
 * connection meanwhile. If such writes had all connections, nobody could list anything.
 */
export class WritePlaces {
  #free: number;
  readonly #limits: Limits;
  readonly #waiting = new Set<Waiting>();
  /** By the ids of those who have any, how many places they have. */
  readonly #taken = new Map<number, number>();

  constructor(limits: Limits) {
    this.#free = limits.places;
    this.#limits = limits;
  }

  /** How many wait for a place that others have; those who wait only for their own would not need more connections. */
  get waiting(): number {
    return this.#waiting.values().reduce((sum, one) => sum + (this.#mayHaveMore(one.userId) ? 1 : 0), 0);
  }

  /**
   * Of those who may begin, whoever has waited longest is next. Throws StoreUnavailable for those who have waited too long. `userId`:
   * whose write it is, if it is one user's.
   */
  async during<T>(write: () => Promise<T>, userId?: number): Promise<T> {
    if (this.#free > 0 && this.#mayHaveMore(userId)) this.#take(userId);
    else await this.#turn(userId);
    try {
      return await write();
    } finally {
      this.#leave(userId);
    }
  }

  #turn(userId: number | undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const { timeoutMs, ownTimeoutMs } = this.#limits;
    const giveUp = (): void => {
      this.#waiting.delete(one);
      reject(
        new StoreUnavailable('Cannot reach the database: too many writes wait for what others have locked'),
      );
    };
    const timer = setTimeout(() => {
      if (this.#mayHaveMore(userId)) giveUp();
      else one.timer = setTimeout(giveUp, ownTimeoutMs - timeoutMs);
    }, timeoutMs);
    const one: Waiting = { userId, begin: resolve, timer };
    this.#waiting.add(one);
    return promise;
  }

  #mayHaveMore(userId: number | undefined): boolean {
    return userId === undefined || (this.#taken.get(userId) ?? 0) < this.#limits.ofOne;
  }

  #take(userId: number | undefined): void {
    this.#free--;
    if (userId !== undefined) this.#taken.set(userId, (this.#taken.get(userId) ?? 0) + 1);
  }

  /** The place goes to the next, whom nobody overtakes but those whose own places are not all taken. */
  #leave(userId: number | undefined): void {
    this.#free++;
    if (userId !== undefined) this.#giveBack(userId);
    const next = this.#waiting.values().find((one) => this.#mayHaveMore(one.userId));
    if (!next) return;
    this.#take(next.userId);
    this.#waiting.delete(next);
    clearTimeout(next.timer);
    next.begin();
  }

  #giveBack(userId: number): void {
    const taken = (this.#taken.get(userId) ?? 0) - 1;
    if (taken > 0) this.#taken.set(userId, taken);
    else this.#taken.delete(userId);
  }
}
