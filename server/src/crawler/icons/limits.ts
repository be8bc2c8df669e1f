// Every limit of looking for the icons of sites, with its reason.

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

export const iconLimits = {
  /** After the first visit of a source: its posts come first, and those of all others that somebody brings along with it. */
  firstMs: 10 * MINUTE,
  /** A site is asked once in so long, whether it had an icon, had none, or could not be reached. */
  restMs: 30 * DAY,
  /** Apps are sent the icons of all feeds at once; what is larger is a picture and no icon. A usual `favicon.ico` of three sizes has 15 kB. */
  maxBytes: 64 * 1024,
  /** Of a front page. Its head stands at the beginning, but a page that breaks off cannot be had at all. */
  pageBytes: 2 * 1024 * 1024,
  /** Sources whose sites are noted in one transaction: some milliseconds, where all of them are new. */
  notedAtOnce: 50,
  /** As of articles. */
  hops: 5,
  /** One request, its redirects aside. */
  requestMs: 15_000,
} as const;
