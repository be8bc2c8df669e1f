// The last answers, to be given again to whoever asks before anything has changed.
import { AskedBefore } from '../asked-before.ts';
import type { WholeResponse } from '../whole-response.ts';

/** Fifty pages of twenty items: those that apps of the same users ask for again before anything has happened. */
const MOST_BYTES = 4 * 1024 * 1024;

/**
 * The last answers, by their tags, which say whose they are, of when, and to what; each from the second time on that it was made. Most
 * are asked for once, and bytes that are kept and dropped again make V8 look through its whole heap: once in 300 pages, for 10 to 30 ms.
 */
export class RecentAnswers {
  readonly #asked = new AskedBefore();
  readonly #kept = new Map<string, WholeResponse>();
  #bytes = 0;

  find(etag: string): WholeResponse | undefined {
    return this.#kept.get(etag);
  }

  keep(etag: string, answer: WholeResponse): void {
    if (!this.#asked.ask(etag) || this.#kept.has(etag)) return;
    this.#kept.set(etag, answer);
    this.#bytes += answer.whole?.length ?? 0;
    for (const [oldest, { whole }] of this.#kept) {
      if (this.#bytes <= MOST_BYTES) return;
      this.#kept.delete(oldest);
      this.#bytes -= whole?.length ?? 0;
    }
  }
}
