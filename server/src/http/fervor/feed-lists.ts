// Lists of Feeds as they are spoken: the last ones are kept, and only feeds that have changed since are written anew.
import type { FeedList, FeedScope } from '../../library/feed-lists.ts';
import { listFeedsAfter } from '../../library/feed-lists.ts';
import type { Library } from '../../library/library.ts';
import type { Feed } from '../../model/feed.ts';
import { presentFeed } from './present.ts';

/** Of three people with 2,000 feeds each, or of sixty with a hundred. */
const MOST_BYTES = 4 * 1024 * 1024;
/** What a list and each of its feeds take beside the text. */
const LIST_BYTES = 1_000;
const FEED_BYTES = 100;
/** Of JSON. */
const [BEGIN, COMMA, END] = [0x5b, 0x2c, 0x5d];

interface Written {
  /** JSON: an array without blanks. */
  bytes: Buffer<ArrayBuffer>;
  /** Where in it each feed ends. */
  ends: readonly number[];
}

interface Kept extends Written {
  list: FeedList;
}

/** An answer depends on what `library/feed-lists.ts` compares and on nothing else: not on who asks, nor how. */
export class FeedLists {
  readonly #most: number;
  /** The one that was asked for last comes last. */
  readonly #kept = new Map<string, Kept>();
  #bytes = 0;

  constructor(most = MOST_BYTES) {
    this.#most = most;
  }

  /** A list as JSON. `base`: the address of the service. Throws Refusal `not-found` for a group that the user has not. */
  async read(library: Library, scope: FeedScope, base: string): Promise<Buffer<ArrayBuffer>> {
    const key = `${scope.userId} ${scope.groupId ?? 'all'}`;
    const before = this.#kept.get(key);
    const { list, changed } = await listFeedsAfter(library, scope, before?.list);
    const written = write(list, before, textsOf(changed, base));
    this.#keep(key, { ...written, list });
    return written.bytes;
  }

  #keep(key: string, kept: Kept): void {
    this.#drop(key);
    this.#kept.set(key, kept);
    this.#bytes += sizeOf(kept);
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= this.#most) return;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    const dropped = this.#kept.get(key);
    if (!dropped) return;
    this.#kept.delete(key);
    this.#bytes -= sizeOf(dropped);
  }
}

function sizeOf({ bytes, ends }: Kept): number {
  return LIST_BYTES + FEED_BYTES * ends.length + bytes.buffer.byteLength;
}

function textsOf(feeds: readonly Feed[], base: string): Map<number, Buffer> {
  return new Map(feeds.map((feed) => [feed.id, Buffer.from(JSON.stringify(presentFeed(feed, base)))]));
}

/** The bytes of feeds that are as they were are copied. */
function write({ figures }: FeedList, before: Kept | undefined, anew: ReadonlyMap<number, Buffer>): Written {
  const bytes = Buffer.allocUnsafeSlow(mostBytes(before, anew));
  const ends: number[] = [];
  let [length, at] = [0, 0];
  for (const each of figures) {
    bytes[length++] = ends.length === 0 ? BEGIN : COMMA;
    while ((before?.list.figures[at]?.id ?? each.id) < each.id) at++;
    length +=
      before && each === before.list.figures[at]
        ? before.bytes.copy(bytes, length, at === 0 ? 1 : (before.ends[at - 1] ?? 0) + 1, before.ends[at])
        : (anew.get(each.id)?.copy(bytes, length) ?? missing(each.id));
    ends.push(length);
  }
  if (ends.length === 0) bytes[length++] = BEGIN;
  bytes[length++] = END;
  return { bytes: bytes.subarray(0, length), ends };
}

/** As if nothing of the list before had gone, with a comma for each that is new and both brackets. */
function mostBytes(before: Kept | undefined, anew: ReadonlyMap<number, Buffer>): number {
  return [...anew.values()].reduce((sum, { length }) => sum + length + 1, (before?.bytes.length ?? 0) + 2);
}

function missing(id: number): never {
  throw new Error(`Feed ${id} is as it was, and it was not there`);
}
