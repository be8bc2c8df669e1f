/** The options of a client. */

import type { Pause } from './follow.ts';
import type { Sharing, Tokens } from './session.ts';
import type { App } from './sign-in.ts';

export type ClientOptions = {
  /** The address of the service, http or https, as `https://news.example`; a path is kept. */
  baseUrl: string;
  /** This program as the service knows it; `register` returns one. */
  app?: App | undefined;
  /** The tokens of an earlier run. */
  tokens?: Tokens | undefined;
  /**
   * Called with every change of the tokens (`undefined`: signed out), before the new ones are used: save them here, and a crash
   * loses nothing. Use one client per set of tokens, unless they share it: two that refresh the same ones look like theft.
   */
  onTokens?: (tokens: Tokens | undefined) => void | Promise<void>;
  /** For several clients with one set of tokens, as in the tabs of a browser; `onTokens` must save where `load` reads. */
  sharing?: Sharing;
  /** Replaces the global `fetch`. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /** How long a call may take; default 60 seconds. A renewal of tokens waits at most 10 for its answer. */
  timeoutMs?: number;
  /** Checks every answer against the contract, and throws a ContractError if it differs. Loads the schemas. */
  validate?: boolean;
  /**
   * `proxied`: items also come with the parts that show pictures, with addresses of the service, under `app.courant.images`. Services
   * that do not know the extension ignore this.
   */
  images?: 'proxied';
  /** For tests: milliseconds since 1970, and the pause before an interrupted stream is opened again. */
  now?: () => number;
  pause?: Pause;
};

/** The address of a service without a final slash. Throws TypeError for anything else. */
export function readBaseUrl(raw: string): string {
  if (!/^https?:\/\//i.test(raw) || !URL.canParse(raw)) {
    throw new TypeError('Cannot create client: baseUrl is not an absolute http or https URL');
  }
  const { origin, pathname } = new URL(raw);
  return `${origin}${pathname.replace(/\/+$/, '')}`;
}
