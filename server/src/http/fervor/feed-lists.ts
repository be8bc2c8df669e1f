// Lists of Feeds as JSON: recent ones are kept, so that only feeds that have changed since are serialised again.
import { type FeedList, type FeedScope, listFeedsAfter } from '../../library/feed-lists.ts';
import type { Library } from '../../library/library.ts';
import type { Feed } from '../../model/feed.ts';
import { presentFeed } from './present.ts';

/** The lists of three people with 2,000 feeds each, or of sixty with a hundred. */
const MOST_BYTES = 4 * 1024 * 1024;
/** What a list and each of its feeds take in addition to the text. */
const LIST_BYTES = 1_000;
const FEED_BYTES = 100;
/** The brackets and the comma of a JSON array. */
const [BEGIN, COMMA, END] = [0x5b, 0x2c, 0x5d];

interface Written {
  /** A JSON array without blanks. */
  bytes: Buffer<ArrayBuffer>;
  /** Where in `bytes` each feed ends. */
  ends: readonly number[];
}

interface Kept extends Written {
  list: FeedList;
}

/** A list depends only on what `library/feed-lists.ts` compares: not on which app asks, nor how. */
export class FeedLists {
  readonly #most: number;
  /** In order of use, the most recent last. */
  readonly #kept = new Map<string, Kept>();
  #bytes = 0;

  constructor(most = MOST_BYTES) {
    this.#most = most;
  }

  /** A list as JSON. `base`: the address of the service. Throws Refusal `not-found` for a group that the user does not have. */
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

/** Copies the bytes of feeds that have not changed. */
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

/** An upper bound: as if no feed of the previous list had gone, with a comma for each new one and both brackets. */
function mostBytes(before: Kept | undefined, anew: ReadonlyMap<number, Buffer>): number {
  return [...anew.values()].reduce((sum, { length }) => sum + length + 1, (before?.bytes.length ?? 0) + 2);
}

function missing(id: number): never {
  throw new Error(`Feed ${id} is as it was, and it was not there`);
}
