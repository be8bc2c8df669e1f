/** The limits of the client, each with its reason. */

/** Ids in one call that marks items: what a service takes in one transaction (contract, Reads and writes). */
export const maxBatchIds = 10_000;

/** Items named in one listing (contract, Pagination). */
export const maxListedIds = 200;

/** How long before its end an access token is renewed: longer than a request is under way, clocks a little apart included. */
export const renewalMarginMs = 10_000;

/**
 * How long a renewal waits for its answer. Where it is lost the service takes the old token again, but only within 30 seconds of
 * its first use (contract, OAuth): later it would look like a thief, and the user would have to sign in again.
 */
export const renewalTimeoutMs = 10_000;

/** Tries of one renewal whose answers are lost: the last begins 20 seconds after the first, which leaves it 10 for its way. */
export const renewalTries = 3;

/** How long a call may take: a feed is fetched before the answer when one subscribes, so longer than a page takes. */
export const defaultTimeoutMs = 60_000;

/** How long a stream that was cut is left alone: at first hardly longer than a service takes to start anew. */
export const firstPauseMs = 1_000;

/** It is doubled with each failure up to this: whoever comes back to a network waits no longer than people do. */
export const longestPauseMs = 60_000;

/** A service that says when to come back is heeded, but a mistake in it must not put the app to sleep for days. */
export const longestRetryAfterMs = 3_600_000;
