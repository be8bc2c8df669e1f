// Keeps recent answers, to give them again as long as nothing has changed.
import { AskedBefore } from '../asked-before.ts';
import type { WholeResponse } from '../whole-response.ts';

/** Fifty pages of twenty items: those that several apps of one user ask for again before anything has changed. */
const MOST_BYTES = 4 * 1024 * 1024;
/** What an answer takes in addition to its body: most pages of an app that asks again and again are short or empty. */
const ENTRY_BYTES = 2_000;

/**
 * Recent answers by their tags, which encode the user, the standing and the request. An answer is kept only when it is made for the second
 * time: most are asked for once, and keeping and dropping bytes makes V8 scan its whole heap, once in 300 pages for 10 to 30 ms.
 */
export class RecentAnswers {
  readonly #asked = new AskedBefore();
  readonly #kept = new Map<string, WholeResponse>();
  #bytes = 0;

  find(etag: string): WholeResponse | undefined {
    return this.#kept.get(etag);
  }

  keep(etag: string, answer: WholeResponse): void {
    const bytes = bytesOf(answer);
    if (bytes > MOST_BYTES || !this.#asked.ask(etag) || this.#kept.has(etag)) return;
    this.#kept.set(etag, answer.toKeep());
    this.#bytes += bytes;
    for (const [tag, oldest] of this.#kept) {
      if (this.#bytes <= MOST_BYTES) return;
      this.#kept.delete(tag);
      this.#bytes -= bytesOf(oldest);
    }
  }
}

function bytesOf({ whole }: WholeResponse): number {
  return ENTRY_BYTES + (whole?.length ?? 0);
}
