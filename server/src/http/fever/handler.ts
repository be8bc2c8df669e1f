// What the parts of an answer are made with.
import type { KnownApp } from '../../accounts/app-passwords.ts';
import type { AccountsOptions } from '../../accounts/options.ts';
import type { Library } from '../../library/library.ts';
import type { Parameters } from '../parameters.ts';

export interface FeverHouse {
  library: Library;
  accounts: AccountsOptions;
}

/** A call of an app that is known. */
export interface FeverCall {
  parameters: Parameters;
  app: KnownApp;
  userId: number;
}

/** A part of the answer: everything that is asked for comes in one. */
export type Part = (house: FeverHouse, call: FeverCall) => Promise<object>;
