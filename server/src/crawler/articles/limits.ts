// Every limit of fetching articles, with its reason.

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export const articleLimits = {
  /** Our name in robots.txt. */
  agent: 'Courant',
  /** How many of one visit's new posts, the newest ones, are fetched: fetching a whole archive at once is too much for its site. */
  perVisit: 10,
  /** The largest honest pages, with their inline scripts, have about 3 MB; with more, Readability takes too long. */
  pageBytes: 5 * 1024 * 1024,
  /** How much of a robots.txt counts. RFC 9309 §2.5 requires at least 500 KiB; a longer one is fetched like a page. */
  robotsBytes: 512 * 1024,
  /** Real chains (a counter, http → https, www, slash) need four. */
  hops: 5,
  /** RFC 9309 §2.4: not longer than a day. */
  robotsKeptMs: DAY,
  /** A site whose robots.txt cannot be fetched is left alone (RFC 9309 §2.3.1.4), and asked again after this, then after twice as long, up to a day. */
  robotsRetryMs: HOUR,
  /** For one request, because a reader is waiting; a redirect of a page is followed by a request of its own. */
  requestMs: 15_000,
  /** After this no further step is begun for a person: with the turn at the host, all stays within a minute. */
  patienceMs: 20_000,
  /** Steps for one request of a person: robots.txt and a page for each hop. */
  steps: 12,
  /** For so long after a failure that may pass, the article is not fetched again. */
  passingMs: DAY,
  /** The same for any other failure: a page without an article does not get one within a month. */
  finalMs: 30 * DAY,
  /** How often rounds try after failures that may pass: again after an hour, then after four. */
  tries: 3,
  /** Also the time after which the next page of a source is read where one has stalled its reader. */
  retryMs: HOUR,
} as const;
