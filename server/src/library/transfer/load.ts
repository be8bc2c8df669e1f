// Stores a document in pieces, so that nothing has to hold all of it in memory.
import type { ImportNote, TransferFeed, TransferItem, TransferPart } from '../../model/transfer.ts';
import type { WriteTx } from '../../store/store.ts';
import {
  addGroupsOfFeed,
  insertImportFeeds,
  insertImportGroup,
  insertImportItems,
} from '../../store/transfer/import-parts.ts';
import { importLimits } from './limits.ts';
import { noteOf } from './notes.ts';

interface NewFeed {
  place: number;
  feed: TransferFeed;
}

/** One document, as far as it has been stored. */
export class Loading {
  readonly #importId: number;
  readonly #groups = new Set<string>();
  readonly #feeds = new Map<string, number>();
  /** By sentence: a note that applies many times is kept once. */
  readonly #notes = new Map<string, ImportNote>();
  /** Take back what was noted here since the last commit. */
  #takingBack: (() => void)[] = [];

  constructor(importId: number) {
    this.#importId = importId;
  }

  get notes(): ImportNote[] {
    return [...this.#notes.values()];
  }

  get isEmpty(): boolean {
    return this.#groups.size === 0 && this.#feeds.size === 0;
  }

  /** A transaction may be repeated: what its first attempt has stored is not there then. */
  async store(tx: WriteTx, parts: readonly TransferPart[]): Promise<void> {
    for (const takeBack of this.#takingBack) takeBack();
    this.#takingBack = [];
    await this.#take(tx, parts);
    tx.onCommit(() => {
      this.#takingBack = [];
    });
  }

  async #take(tx: WriteTx, parts: readonly TransferPart[]): Promise<void> {
    const feeds: NewFeed[] = [];
    const items: { feedPlace: number; item: TransferItem }[] = [];
    for (const part of parts) {
      if (part.part === 'note') this.#note(part.note);
      else if (part.part === 'group') await this.#takeGroup(tx, part.title);
      else if (part.part === 'feed') await this.#takeFeed(tx, part.feed, feeds);
      else {
        const { feedUrl } = part.item;
        // A feed may be mentioned only by its items.
        const feedPlace = await this.#takeFeed(tx, { url: feedUrl, groups: [] }, feeds);
        if (feedPlace !== undefined) items.push({ feedPlace, item: part.item });
      }
    }
    await insertImportFeeds(tx, this.#importId, feeds);
    if (items.length > 0) await insertImportItems(tx, this.#importId, items);
  }

  async #takeGroup(tx: WriteTx, title: string): Promise<void> {
    if (this.#groups.has(title)) return;
    if (this.#groups.size >= importLimits.groups) {
      this.#note(noteOf('too-many-groups', importLimits.groups));
      return;
    }
    await insertImportGroup(tx, this.#importId, { place: this.#groups.size, title });
    this.#groups.add(title);
    this.#takingBack.push(() => this.#groups.delete(title));
  }

  /** Those of a feed's groups for which there is room. */
  async #takeGroups(tx: WriteTx, titles: readonly string[]): Promise<string[]> {
    const few = titles.slice(0, importLimits.groupsOfFeed);
    if (few.length < titles.length) this.#noteTooManyOfFeed();
    for (const title of few) await this.#takeGroup(tx, title);
    return few.filter((title) => this.#groups.has(title));
  }

  #noteTooManyOfFeed(): void {
    this.#note(noteOf('too-many-groups', importLimits.groupsOfFeed));
  }

  /** `fresh`: feeds that are stored together later; this one is added if it is new. */
  async #takeFeed(tx: WriteTx, feed: TransferFeed, fresh: NewFeed[]): Promise<number | undefined> {
    const known = this.#feeds.get(feed.url);
    if (known !== undefined) {
      // The lists of an archive may have it in different groups. It must be stored to get them.
      if (feed.groups.length > 0) await insertImportFeeds(tx, this.#importId, fresh.splice(0));
      const more = {
        place: known,
        groups: await this.#takeGroups(tx, feed.groups),
        most: importLimits.groupsOfFeed,
      };
      if (!(await addGroupsOfFeed(tx, this.#importId, more))) this.#noteTooManyOfFeed();
      return known;
    }
    if (this.#feeds.size >= importLimits.feeds) {
      this.#note(noteOf('too-many-feeds', importLimits.feeds));
      return undefined;
    }
    const groups = await this.#takeGroups(tx, feed.groups);
    const place = this.#feeds.size;
    fresh.push({ place, feed: { ...feed, groups } });
    this.#feeds.set(feed.url, place);
    this.#takingBack.push(() => this.#feeds.delete(feed.url));
    return place;
  }

  #note(note: ImportNote): void {
    this.#notes.set(note.sentence, note);
  }
}
