// What the handlers of pages receive.
import type { AccountsOptions } from '../../accounts/options.ts';
import { type Library, libraryFor } from '../../library/library.ts';
import type { Assets } from './assets.ts';
import type { Voice } from './texts/voice.ts';

export interface PagesOptions {
  accounts: AccountsOptions;
  instance: { name: string; url: string };
}

/** What the frame of every page needs. */
export interface Front extends Pick<PagesOptions, 'instance'> {
  assets: Assets;
  /** The page to which those of this door lead back. The home page of who is signed in is the reader, which needs scripts. */
  first: '/' | '/lite';
}

/** What a door of pages is opened with. */
export interface Premises extends PagesOptions, Front {}

/** The same for one caller, in the caller's language. */
export interface House extends Premises, Voice {}

/** What the list without script needs in addition: the library. */
export interface LiteHouse extends House {
  library: Library;
}

/** The library in which somebody marks or tags without script: that counts as done in the web reader. */
export function readersLibrary({ library }: LiteHouse, userId: number): Library {
  return libraryFor(library, { doer: { kind: 'reader' }, userId });
}

/** The host under which people know this instance. */
export function ownHost({ instance }: Pick<House, 'instance'>): string {
  return new URL(instance.url).host;
}
