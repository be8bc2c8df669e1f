// What the library stands on: handed to each of its functions.
import type { Crawler } from '../crawler/crawler.ts';
import type { Events } from '../events.ts';
import type { Doer } from '../model/doer.ts';
import { storeFor } from '../store/doer.ts';
import type { Store } from '../store/store.ts';
import type { ImageAddresses } from './image-addresses.ts';
import type { Imports } from './transfer/runner.ts';

export interface Library {
  store: Store;
  crawler: Crawler;
  /** Tells whose things have changed. */
  events: Events;
  /** Works imports off. */
  imports: Imports;
  /** Makes the addresses under which pictures are shown. */
  images: ImageAddresses;
}

/** The same library for what one doer does: what is remembered of it names who did it. */
export function libraryFor(library: Library, doer: Doer): Library {
  return { ...library, store: storeFor(library.store, doer) };
}
