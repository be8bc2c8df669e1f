// What the parts of a Fever answer are made from.
import type { KnownApp } from '../../accounts/app-passwords.ts';
import type { AccountsOptions } from '../../accounts/options.ts';
import type { Library } from '../../library/library.ts';
import type { DressedItem } from '../../library/streams.ts';
import type { Parameters } from '../parameters.ts';

export interface FeverHouse {
  library: Library;
  accounts: AccountsOptions;
}

/** A call of a known app. */
export interface FeverCall {
  parameters: Parameters;
  app: KnownApp;
  userId: number;
}

/** One part of the answer: everything that a call asks for is answered together. Items are read while it is sent. */
export type Part = (house: FeverHouse, call: FeverCall) => Promise<Answered>;

export type Answered = Record<string, unknown> & { items?: AsyncIterable<DressedItem[]> };
