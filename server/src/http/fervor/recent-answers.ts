// The last answers, to be given again to whoever asks before anything has changed.
import type { WholeResponse } from '../whole-response.ts';

/** Fifty pages of twenty items: those that apps of the same users ask for again before anything has happened. */
const MOST_BYTES = 4 * 1024 * 1024;

/** The last answers, by their tags, which say whose they are, of when, and to what. */
export class RecentAnswers {
  readonly #kept = new Map<string, WholeResponse>();
  #bytes = 0;

  find(etag: string): WholeResponse | undefined {
    return this.#kept.get(etag);
  }

  keep(etag: string, answer: WholeResponse): void {
    if (this.#kept.has(etag)) return;
    this.#kept.set(etag, answer);
    this.#bytes += answer.whole?.length ?? 0;
    for (const [oldest, { whole }] of this.#kept) {
      if (this.#bytes <= MOST_BYTES) return;
      this.#kept.delete(oldest);
      this.#bytes -= whole?.length ?? 0;
    }
  }
}
