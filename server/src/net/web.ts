// The door to the web: what the house may ask of it, and what it may answer.

import type { Clock } from '../clock.ts';
import type { AllowList } from './allowed-addresses.ts';
import type { WebLimits } from './limits.ts';

export interface Web {
  /**
   * Asks once (plus redirects) and never again. Rejects only for a caller's bug, such as a line break in a header:
   * whatever the web does is a value.
   */
  fetch(request: WebRequest): Promise<WebAnswer>;
  /** Cuts every connection; fetches under way come to `aborted`. */
  close(): Promise<void>;
}

export type WebAnswer = WebResponse | WebFailure;

export interface WebRequest {
  /** http or https. A user and password in it go out as Basic authorization, to this origin only. */
  url: string;
  method?: 'GET' | 'POST';
  /**
   * Names in any case, values as latin1. `user-agent`, `accept` and `accept-encoding` have defaults; `authorization` is
   * sent to this URL's origin only, `if-none-match` and `if-modified-since` to `validatorsFor` only.
   */
  headers?: Readonly<Record<string, string>>;
  /** Sent as UTF-8, with POST. */
  body?: string;
  /** The URL that the validators came from, if another than `url`: they are sent to the hop of this URL only (RFC 9110 §13). */
  validatorsFor?: string;
  /** The most bytes the body may have, before and after decoding; never more than the limits of the house. */
  maxBytes?: number;
  /** True unless told. A POST follows 307 and 308 only; any other redirect of it is handed over as it came. */
  followRedirects?: boolean;
  signal?: AbortSignal;
}

/** Any answer that HTTP can give, 4xx and 5xx included. */
export interface WebResponse {
  kind: 'response';
  status: number;
  /** Where the answer came from, after redirects; without fragment. */
  url: string;
  /** Where the request was sent to first, as the URL parser writes it; without fragment. */
  requestUrl: string;
  /**
   * Lower-case names; values are latin1, byte for byte, without blanks around them. Of a repeated field the first counts,
   * but lists (`link`, `cache-control`, …) are joined with a comma. Cookies are not among them.
   */
  headers: ReadonlyMap<string, string>;
  /** Decoded. */
  body: Uint8Array;
  /** What the body came to on the wire. */
  wireBytes: number;
  redirects: readonly Redirect[];
  /** The end of the leading run of 301 and 308, if there is one: where the source says it has moved to. */
  permanentUrl?: string;
  /** The compressed stream broke off or had junk behind it: `body` is what could be saved; trust it only if the document is whole. */
  truncatedEncoding?: boolean;
}

export interface WebFailure {
  kind: 'failure';
  reason: FailureReason;
  /** A plain sentence for the operator's log. Never for another user: it would make us a port scanner. */
  detail: string;
  /** The hop that failed; without fragment, user and password. */
  url: string;
  redirects: readonly Redirect[];
  /** Whether the very same request may well succeed later without anybody's doing. */
  transient: boolean;
}

export interface Redirect {
  status: number;
  from: string;
  to: string;
}

export type FailureReason =
  | 'bad-url'
  | 'blocked-address'
  | 'dns-not-found'
  | 'dns-failed'
  | 'connect-refused'
  | 'connect-timeout'
  | 'connect-failed'
  | 'tls'
  | 'headers-timeout'
  | 'body-timeout'
  | 'deadline'
  | 'reset'
  | 'too-large'
  | 'bad-response'
  | 'bad-encoding'
  | 'bad-redirect'
  | 'redirect-loop'
  | 'too-many-redirects'
  | 'aborted';

export interface ResolvedAddress {
  address: string;
  family: 4 | 6;
}

export interface WebOptions {
  allow: AllowList;
  userAgent: string;
  clock: Clock;
  limits?: Partial<WebLimits>;
  /** Names to addresses; the machine's own way (hosts file, mDNS, DNS) unless told. */
  resolve?: (hostname: string) => Promise<readonly ResolvedAddress[]>;
}

export function openWeb(options: WebOptions): Web {
  throw new Error(`Cannot open the web as ${options.userAgent}: not there yet`);
}
