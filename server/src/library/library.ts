// What the library needs: passed to each of its functions.
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
  /** Told which users have changes. */
  events: Events;
  /** Works through imports. */
  imports: Imports;
  /** Makes the addresses under which pictures are shown. */
  images: ImageAddresses;
}

/** The same library for one doer: what it records names who did it. */
export function libraryFor(library: Library, doer: Doer): Library {
  return { ...library, store: storeFor(library.store, doer) };
}
