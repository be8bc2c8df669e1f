// The one error that says what a caller did wrong. Each door puts it into its own tongue.

import type { PageReason } from './page-reason.ts';
import type { RefusalReason } from './refusal-reason.ts';

/** Closed: a new code needs an answer in every protocol's errors.ts. */
export type RefusalCode =
  | 'invalid' //         a parameter is missing or not of its form
  | 'unauthenticated' // no token, or one that is not good
  | 'forbidden' //       the token lacks the scope
  | 'not-found' //       no such thing for this user
  | 'wrong-method' //    the path exists, with another method
  | 'conflict' //        it is already taken
  | 'gone' //            what was asked for is kept no longer
  | 'too-large' //       a body or list past its limit
  | 'wrong-media-type' //a body of another content type
  | 'cannot' //          well-formed, but it cannot be done
  | 'too-many'; //       too many requests

export interface RefusalOptions {
  /** For what people meet: why, in a word that apps can put into any language. */
  reason?: RefusalReason | PageReason;
  /** Longer and technical, for whoever writes the app. */
  description?: string;
  /** When trying again may help. */
  retryAfterMs?: number;
  cause?: unknown;
}

/** `message` is a short sentence for a person: action first, what is, what should be. */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly code: RefusalCode;
  readonly reason: RefusalReason | PageReason | undefined;
  readonly description: string | undefined;
  readonly retryAfterMs: number | undefined;

  constructor(code: RefusalCode, message: string, options: RefusalOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.reason = options.reason;
    this.description = options.description;
    this.retryAfterMs = options.retryAfterMs;
  }
}
