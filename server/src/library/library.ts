// What the library stands on: handed to each of its functions.
import type { Crawler } from '../crawler/crawler.ts';
import type { Events } from '../events.ts';
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
