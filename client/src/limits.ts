/** The limits of the client, each with its reason. */

/** Ids in one call that marks items: what a service accepts in one transaction (contract, Reads and writes). */
export const maxBatchIds = 10_000;

/** Items named in one listing (contract, Pagination). */
export const maxListedIds = 200;

/** How long before its end an access token is renewed: longer than a request takes, allowing for clocks slightly apart. */
export const renewalMarginMs = 10_000;

/**
 * How long a renewal waits for its answer. If that is lost the service accepts the old token again, but only within 30 seconds of
 * its first use (contract, OAuth): later it would be taken for theft, and the user would have to sign in again.
 */
export const renewalTimeoutMs = 10_000;

/** Tries of one renewal if answers are lost: the last begins 20 seconds after the first, which leaves it 10. */
export const renewalTries = 3;

/** How long a call may take: longer than a page needs, because following a feed fetches it before the answer. */
export const defaultTimeoutMs = 60_000;

/** The first pause before an interrupted stream is opened again: hardly longer than a service takes to restart. */
export const firstPauseMs = 1_000;

/** The pause doubles with each failure up to this: a device that is back online does not keep a person waiting. */
export const longestPauseMs = 60_000;

/** A Retry-After is obeyed, but a mistake in it must not put the app to sleep for days. */
export const longestRetryAfterMs = 3_600_000;
