// Every limit of fetching pictures, with its reason.

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

export const imageLimits = {
  /** Photographs at full size are some MB; what is more is a mistake of the publisher, or an attack. */
  maxBytes: 8 * 1024 * 1024,
  /** All pictures together; at the usual 100 kB some thousand, which is what a household reads in a season. */
  keptBytes: 256 * 1024 * 1024,
  /** With the failures, which weigh nothing. */
  keptCount: 20_000,
  /** What one new picture pushes out at the most, so that no writing is long. */
  dropAtOnce: 50,
  /** Each holds up to its greatest size twice; more would be a burden to a small machine. */
  atOnce: 8,
  /** Who waits behind those; a list of posts shows some dozens, and nobody waits for the hundredth. */
  waiting: 400,
  /** Hosts that have asked for rest, as far as they are remembered. */
  restingHosts: 1_000,
  /** Somebody looks at a page meanwhile. */
  requestMs: 20_000,
  /** A picture under one address hardly ever changes. */
  keptMs: 30 * DAY,
  /** What may pass is tried again soon: the next time that somebody looks. */
  passingMs: 10 * MINUTE,
  /** What is no picture today will be none in an hour. */
  finalMs: DAY,
} as const;
