// Lists of Feeds as they are spoken: of the last ones the text of each feed is kept, and only what has changed is written anew.
import { type FeedList, type FeedScope, listFeedsAfter } from '../../library/feed-lists.ts';
import type { Library } from '../../library/library.ts';
import { presentFeed } from './present.ts';

/** Of three people with 2,000 feeds each, or of sixty with a hundred. */
const MOST_BYTES = 4 * 1024 * 1024;
/** What a list and each of its feeds take beside the text. */
const LIST_BYTES = 1_000;
const FEED_BYTES = 300;

interface Kept {
  list: FeedList;
  texts: ReadonlyMap<number, string>;
  bytes: number;
}

/** They depend on what `library/feed-lists.ts` compares and on nothing else: not on who asks, nor how. */
export class FeedLists {
  readonly #most: number;
  /** The one that was asked for last comes last. */
  readonly #kept = new Map<string, Kept>();
  #bytes = 0;

  constructor(most = MOST_BYTES) {
    this.#most = most;
  }

  /** A list as JSON. `base`: the address of the service. Throws Refusal `not-found` for a group that the user has not. */
  async read(library: Library, scope: FeedScope, base: string): Promise<string> {
    const key = `${scope.userId} ${scope.groupId ?? 'all'}`;
    const before = this.#kept.get(key);
    const { list, changed } = await listFeedsAfter(library, scope, before?.list);
    const anew = new Map(changed.map((feed) => [feed.id, JSON.stringify(presentFeed(feed, base))]));
    const texts = new Map<number, string>();
    for (const id of list.figures.keys()) {
      const text = anew.get(id) ?? before?.texts.get(id);
      if (text === undefined) throw new Error(`Feed ${id} is as it was, and it was not there`);
      texts.set(id, text);
    }
    const whole = `[${[...texts.values()].join()}]`;
    this.#keep(key, { list, texts, bytes: LIST_BYTES + FEED_BYTES * texts.size + whole.length });
    return whole;
  }

  #keep(key: string, kept: Kept): void {
    this.#drop(key);
    this.#kept.set(key, kept);
    this.#bytes += kept.bytes;
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= this.#most) return;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    this.#bytes -= this.#kept.get(key)?.bytes ?? 0;
    this.#kept.delete(key);
  }
}
