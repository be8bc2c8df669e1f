/** The limits of the client, each with its reason. */

/** Ids in one call that marks items: what a service takes in one transaction (contract, Reads and writes). */
export const maxBatchIds = 10_000;

/** Items named in one listing (contract, Pagination). */
export const maxListedIds = 200;

/** How long before its end an access token is renewed: longer than a request is under way, clocks a little apart included. */
export const renewalMarginMs = 10_000;

/** How long a call may take: a feed is fetched before the answer when one subscribes, so longer than a page takes. */
export const defaultTimeoutMs = 60_000;
