/** The three ways in which a call fails: the service refused, it was not reached, or its answer breaks the contract. */

/** The service answered with an error (contract, Errors of resource endpoints; seed, Errors). */
export class CourantError extends Error {
  override readonly name = 'CourantError';
  readonly status: number;
  /** A short sentence for a person, or a code of the OAuth endpoints such as `invalid_grant`. */
  readonly error: string;
  /** Longer and technical. */
  readonly description: string | undefined;
  /** A machine-readable reason for refusals that people see, such as `title-taken`, to translate them by. */
  readonly reason: string | undefined;
  /** Identifies this call in the log of the service. */
  readonly requestId: string | undefined;
  /** With 429 and 503: how long to wait. */
  readonly retryAfterSeconds: number | undefined;

  constructor(fields: {
    status: number;
    error: string;
    description?: string | undefined;
    reason?: string | undefined;
    requestId?: string | undefined;
    retryAfterSeconds?: number | undefined;
  }) {
    super(fields.description === undefined ? fields.error : `${fields.error}: ${fields.description}`);
    this.status = fields.status;
    this.error = fields.error;
    this.description = fields.description;
    this.reason = fields.reason;
    this.requestId = fields.requestId;
    this.retryAfterSeconds = fields.retryAfterSeconds;
  }

  /** Whether only signing in again helps. */
  get isSignedOut(): boolean {
    return this.status === 401 || this.error === 'invalid_grant';
  }
}

/** The service was not reached, or the answer was cut off; whether the call had an effect is not known. `cause` says more. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
}

/** The answer does not follow the contract: mostly a wrong `baseUrl`, or with `validate` a bug in the service. */
export class ContractError extends Error {
  override readonly name = 'ContractError';
}
