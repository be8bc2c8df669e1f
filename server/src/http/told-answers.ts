// Answers that were given since the last commit, to be told again to whoever asks the same, word for word.
import { hash } from 'node:crypto';
import { AskedBefore } from './asked-before.ts';
import type { Door } from './routing.ts';
import { WholeResponse } from './whole-response.ts';

/** A few dozen pages of twenty items, or thousands of answers without a body. */
const MOST_BYTES = 4 * 1024 * 1024;
/** What an answer takes beside its body. */
const ENTRY_BYTES = 2_000;
/** What is larger is kept when it is asked for a second time: most is not, and dropping what is kept is dear (`RecentAnswers`). */
const LITTLE_BYTES = 4_096;

export interface Told {
  door: Door;
  /** As it stands in the table of the door; undefined where none was found. */
  route: string | undefined;
  response: Response;
}

interface Kept extends Told {
  response: WholeResponse;
  until: number;
}

/**
 * They are found by all that was said, a token too, so nobody is told what another was: one hash and one look-up instead of a
 * route, a URL, two hashes and what those are looked up for.
 */
export class ToldAnswers {
  readonly #lastCommit: () => number | undefined;
  readonly #kept = new Map<string, Kept>();
  readonly #asked = new AskedBefore();
  #commit: number | undefined;
  #bytes = 0;

  /** Where commits cannot be told, nothing is kept. */
  constructor(lastCommit: () => number | undefined = () => undefined) {
    this.#lastCommit = lastCommit;
  }

  /** What those words were answered already, or what is made now. */
  orElse(words: string | undefined, now: number, make: () => Promise<Told>): Told | Promise<Told> {
    // Before the answer is made: one that is overtaken by a commit is kept for nobody.
    const commit = words === undefined ? undefined : this.#commitNow();
    if (words === undefined || commit === undefined) return make();
    // A hash of them, for 2 µs: no token stays in memory longer than its request.
    const key = hash('sha256', words, 'base64url');
    const kept = commit === this.#commit ? this.#kept.get(key) : undefined;
    if (kept && now < kept.until) return { ...kept, response: kept.response.clone() };
    return make().then((told) => {
      this.#keep(key, commit, told);
      return told;
    });
  }

  /** Whoever makes the answer meets the same fault, and can say so. */
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
    const bytes = ENTRY_BYTES + (response.whole?.byteLength ?? 0);
    if (bytes > MOST_BYTES) return;
    if (bytes > ENTRY_BYTES + LITTLE_BYTES && !this.#asked.ask(`${commit} ${key}`)) return;
    if (commit !== this.#commit || this.#bytes + bytes > MOST_BYTES) {
      this.#kept.clear();
      this.#commit = commit;
      this.#bytes = 0;
    }
    this.#kept.set(key, { ...told, response: response.clone(), until: response.goodUntil });
    this.#bytes += bytes;
  }
}
