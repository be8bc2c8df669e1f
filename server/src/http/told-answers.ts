// Answers that were given since the last commit, given again to requests that are the same word for word.
import { hash } from 'node:crypto';
import { AskedBefore } from './asked-before.ts';
import type { Door } from './routing.ts';
import { WholeResponse } from './whole-response.ts';

/** A few dozen pages of twenty items, or thousands of answers without a body. */
const MOST_BYTES = 4 * 1024 * 1024;
/** What an answer takes in addition to its body. */
const ENTRY_BYTES = 2_000;
/** Larger answers are only kept when asked for a second time: most are not, and dropping what is kept is expensive (`RecentAnswers`). */
const LITTLE_BYTES = 4_096;

export interface Told {
  door: Door;
  /** As in the door's table; undefined where no route was found. */
  route: string | undefined;
  response: Response;
}

interface Kept extends Told {
  response: WholeResponse;
  until: number;
}

/**
 * Answers are found by the whole request, token included, so nobody gets another's answer. That takes one hash and one look-up instead of a
 * route, a URL, two hashes and the look-ups for those.
 */
export class ToldAnswers {
  readonly #lastCommit: () => number | undefined;
  readonly #kept = new Map<string, Kept>();
  readonly #asked = new AskedBefore();
  #commit: number | undefined;
  #bytes = 0;

  /** Where commits cannot be observed, nothing is kept. */
  constructor(lastCommit: () => number | undefined = () => undefined) {
    this.#lastCommit = lastCommit;
  }

  /** The answer that these words got already, or a new one from `make`. */
  orElse(words: string | undefined, now: number, make: () => Promise<Told>): Told | Promise<Told> {
    // Read before the answer is made: an answer overtaken by a commit is never given again.
    const commit = words === undefined ? undefined : this.#commitNow();
    if (words === undefined || commit === undefined) return make();
    // A hash, for 2 µs: no token stays in memory longer than its request.
    const key = hash('sha256', words, 'base64url');
    const kept = commit === this.#commit ? this.#kept.get(key) : undefined;
    if (kept && now < kept.until) return { ...kept, response: kept.response.clone() };
    return make().then((told) => {
      if (commit === this.#commitNow()) this.#keep(key, commit, told);
      return told;
    });
  }

  /** A fault is ignored here: making the answer meets the same one, and can report it. */
  #commitNow(): number | undefined {
    try {
      return this.#lastCommit();
    } catch {
      return undefined;
    }
  }

  #keep(key: string, commit: number, told: Told): void {
    const { response } = told;
    if (!(response instanceof WholeResponse) || response.goodUntil === undefined) return;
    const bytes = bytesOf(response);
    if (bytes > MOST_BYTES) return;
    if (bytes > ENTRY_BYTES + LITTLE_BYTES && !this.#asked.ask(`${commit} ${key}`)) return;
    const ended = this.#kept.get(key);
    if (ended) this.#bytes -= bytesOf(ended.response);
    if (commit !== this.#commit || this.#bytes + bytes > MOST_BYTES) {
      this.#kept.clear();
      this.#commit = commit;
      this.#bytes = 0;
    }
    this.#kept.set(key, { ...told, response: response.toKeep(), until: response.goodUntil });
    this.#bytes += bytes;
  }
}

function bytesOf({ whole }: WholeResponse): number {
  return ENTRY_BYTES + (whole?.byteLength ?? 0);
}
