// What the handlers of this protocol receive.
import type { KnownApp } from '../../accounts/app-passwords.ts';
import type { AccountsOptions } from '../../accounts/options.ts';
import type { Library } from '../../library/library.ts';
import type { Parameters } from '../parameters.ts';
import type { Call } from '../routing.ts';

export interface ReaderHouse {
  library: Library;
  accounts: AccountsOptions;
  instance: { name: string; implementationVersion: string };
}

/** A call of a known app. */
export interface AppCall {
  call: Call;
  parameters: Parameters;
  app: KnownApp;
  userId: number;
}

export type AppHandler = (house: ReaderHouse, asked: AppCall) => Promise<Response> | Response;
