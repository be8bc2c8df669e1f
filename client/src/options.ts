/** What a client is made with. */

import type { Pause } from './follow.ts';
import type { Sharing, Tokens } from './session.ts';
import type { App } from './sign-in.ts';

export type ClientOptions = {
  /** The address of the service, http or https, as `https://news.example`; a path is kept. */
  baseUrl: string;
  /** This program as the service knows it; `register` gives one. */
  app?: App;
  /** The tokens of an earlier run. */
  tokens?: Tokens | undefined;
  /**
   * Told of every change of the tokens (`undefined`: signed out), before the new ones are used: save them here, and a crash
   * loses nothing. One client per set of tokens, unless they share it: two that refresh the same ones look like a thief.
   */
  onTokens?: (tokens: Tokens | undefined) => void | Promise<void>;
  /** For several clients with one set of tokens, as in the tabs of a browser; `onTokens` saves where `load` looks. */
  sharing?: Sharing;
  /** Instead of the global one. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /** How long a call may take; 60 seconds when left out. A renewal of tokens waits 10 at the most for its answer. */
  timeoutMs?: number;
  /** Hold every answer against the contract, and throw a ContractError where it differs. Loads the schemas. */
  validate?: boolean;
  /**
   * `proxied`: items bring what shows pictures along with addresses of the service, under `app.courant.images`. Services that
   * do not know the extension pass over the wish.
   */
  images?: 'proxied';
  /** For tests: milliseconds since 1970, and the waiting before a stream that was cut is opened again. */
  now?: () => number;
  pause?: Pause;
};

/** The address of a service without a last slash. Throws TypeError for what is none. */
export function readBaseUrl(raw: string): string {
  if (!/^https?:\/\//i.test(raw) || !URL.canParse(raw)) {
    throw new TypeError('Cannot create client: baseUrl is not an absolute http or https URL');
  }
  const { origin, pathname } = new URL(raw);
  return `${origin}${pathname.replace(/\/+$/, '')}`;
}
