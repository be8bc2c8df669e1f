// What the library needs: passed to each of its functions.
import type { Crawler } from '../crawler/crawler.ts';
import type { Events } from '../events.ts';
import { type Acting, storeFor } from '../store/doer.ts';
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

/** The same library for one doer: what it records names who did it, and its writes leave room for those of other users. */
export function libraryFor(library: Library, acting: Acting): Library {
  return { ...library, store: storeFor(library.store, acting) };
}
