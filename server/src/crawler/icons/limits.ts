// Every limit of looking for the icons of sites, with its reason.

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

export const iconLimits = {
  /** Time from a source's first visit: its posts come first, and those of all others that are imported with it. */
  firstMs: 10 * MINUTE,
  /** How often a site is asked, whether it had an icon, had none, or could not be reached. */
  restMs: 30 * DAY,
  /** Apps are sent the icons of all feeds at once; anything larger is not meant as an icon. A usual `favicon.ico` of three sizes has 15 kB. */
  maxBytes: 64 * 1024,
  /** Of a front page. Its head is at the beginning, but a page that is longer than the limit is not delivered at all. */
  pageBytes: 2 * 1024 * 1024,
  /** Sources whose sites are noted in one transaction: some milliseconds if all of them are new. */
  notedAtOnce: 50,
  /** As for articles. */
  hops: 5,
  /** For one request; a redirect is followed by a request of its own. */
  requestMs: 15_000,
} as const;
