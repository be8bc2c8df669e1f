// Every limit of fetching pictures, with its reason.

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

export const imageLimits = {
  /** Photographs at full size have some MB; larger files are a publisher's mistake or an attack. */
  maxBytes: 8 * 1024 * 1024,
  /** There are as many pictures at most as if each had this size: failures take no space, but some. */
  leastBytesEach: 13_000,
  /** They are counted after each new one while there are no more than this, and less often if there are more: counting takes longer then. */
  countedEachTime: 25_000,
  /** How many old pictures a new one may push out at most, so that no transaction is long. */
  dropAtOnce: 50,
  /** Each needs up to twice the maximal size of memory; more would be too much for a small machine. */
  atOnce: 8,
  /** How many requests may queue behind those; a list of posts shows some dozens, and nobody waits for the hundredth. */
  waiting: 400,
  /** Short, because somebody is looking at the page meanwhile. */
  requestMs: 20_000,
  /** The picture at an address hardly ever changes. */
  keptMs: 30 * DAY,
  /** A failure that may pass is tried again soon after: when the next person views the picture. */
  passingMs: 10 * MINUTE,
  /** What is no picture now will be none in an hour. */
  finalMs: DAY,
} as const;
