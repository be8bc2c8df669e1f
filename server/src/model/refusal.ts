// The one error that says what a caller did wrong. Each door translates it into its own protocol.
import type { PageReason } from './page-reason.ts';
import type { RefusalReason } from './refusal-reason.ts';

/** Closed: a new code needs an answer in every protocol's errors.ts. */
export type RefusalCode =
  | 'invalid' //         a parameter is missing or malformed
  | 'unauthenticated' // no token, or one that is not valid
  | 'forbidden' //       the token lacks the scope
  | 'not-found' //       no such thing for this user
  | 'wrong-method' //    the path exists, with another method
  | 'conflict' //        it is already taken
  | 'gone' //            what was asked for is not kept any more
  | 'too-large' //       a body or list past its limit
  | 'wrong-media-type' //a body of another content type
  | 'cannot' //          well-formed, but it cannot be done
  | 'too-many'; //       too many requests

interface RefusalOptions {
  /** For what people meet: the reason as a word that apps can translate. */
  reason?: RefusalReason | PageReason;
  /** Longer and technical, for the developer of the app. */
  description?: string;
  /** Set where trying again may help. */
  retryAfterMs?: number;
}

/** `message` is a short sentence for a person: first what was attempted, then what is wrong, then what is expected. */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly code: RefusalCode;
  readonly reason: RefusalReason | PageReason | undefined;
  readonly description: string | undefined;
  readonly retryAfterMs: number | undefined;

  constructor(code: RefusalCode, message: string, options: RefusalOptions = {}) {
    super(message);
    this.code = code;
    this.reason = options.reason;
    this.description = options.description;
    this.retryAfterMs = options.retryAfterMs;
  }
}
