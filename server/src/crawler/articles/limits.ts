// Every limit of fetching articles, with its reason.

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export const articleLimits = {
  /** The name under which robots.txt speaks of us. */
  agent: 'Courant',
  /** What is fetched of the new posts of one visit, the newest: an archive that is shown at once is not worth its site's while. */
  perVisit: 10,
  /** The largest honest pages, their scripts within, are about 3 MB; what Readability makes of more is no pleasure to wait for. */
  pageBytes: 5 * 1024 * 1024,
  /** RFC 9309 §2.5 asks for 500 KiB at least. */
  robotsBytes: 512 * 1024,
  /** Real chains (a counter, http → https, www, slash) need four. */
  hops: 5,
  /** RFC 9309 §2.4: no longer than a day. */
  robotsKeptMs: DAY,
  /** A site whose robots.txt cannot be had is left alone (RFC 9309 §2.3.1.4), and asked again soon. */
  robotsRetryMs: HOUR,
  /** One request, its redirects aside: whoever reads waits for it. */
  requestMs: 15_000,
  /** No further step is begun for a person after this: with the turn at the host it all stays within a minute. */
  patienceMs: 20_000,
  /** Steps for a person: robots.txt and a page for each hop. */
  steps: 12,
  /** A failure that may pass is kept this long before somebody may ask again. */
  passingMs: DAY,
  /** Any other failure. Pages that were nothing become no article within a month. */
  finalMs: 30 * DAY,
  /** Rounds try so often where a failure may pass, after an hour, and after four. */
  tries: 3,
  retryMs: HOUR,
} as const;
