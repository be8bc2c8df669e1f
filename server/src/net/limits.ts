// Every limit of the room that calls out, with its reason; tests shorten them through `openWeb({ limits })`.

export const webLimits = {
  /** Everything about one fetch, redirects included: the only thing that ends a body of one byte a second. */
  deadlineMs: 45_000,
  /** From the look-up of the name to the end of the TLS handshake; three lost SYN packets take 7 s. */
  connectTimeoutMs: 10_000,
  /** Until the headers are complete; slow shared hosts need some seconds to build a feed, none needs more. */
  headersTimeoutMs: 15_000,
  /** Between two pieces of a body. */
  bodyTimeoutMs: 10_000,
  /** How long each address of a name is tried before the next; Node's 250 ms never reaches a host on the far side. */
  addressTimeoutMs: 1_000,

  /** Bytes on the wire; the greatest real feeds (podcasts with all their years) are about 8 MB plain. */
  maxWireBytes: 10 * 1024 * 1024,
  /** Bytes after decoding: text packs 5 to 10 times, so a bigger one is a bomb or nothing anybody reads. */
  maxBodyBytes: 25 * 1024 * 1024,
  /** All header lines of an answer; the usual servers send under 8 KB and refuse more themselves. */
  maxHeaderBytes: 32 * 1024,
  /** Two, because proxies do pack a packed file again; more is an attack. */
  maxEncodings: 2,
  /** Members of a gzip file that has junk behind it, for then each is unpacked by itself: of blocks of 64 KB the greatest feed has 400. */
  maxMembers: 1_000,
  /** Longer ones are refused by most servers anyway. */
  maxUrlLength: 4_096,

  /** Real chains (http → https → www → slash → feed service) need four. */
  maxRedirects: 5,
  /** A redirect's body is read so that the connection can serve the next hop; no honest one is longer. */
  maxRedirectBodyBytes: 16 * 1024,
  /** A redirect's body that has not come by then costs the connection, not the visit. */
  redirectBodyTimeoutMs: 1_000,
  /** What an error asks of us stands in its headers: a page beside it that has not come by then costs the connection, not the answer. */
  errorBodyTimeoutMs: 2_000,

  /** Politeness is one connection a host and the crawler's leases see to it; the second serves a person who subscribes meanwhile. */
  connectionsPerOrigin: 2,
  /**
   * A connection waits for the next feed of its host (the leases leave a second between two), not for the next hour:
   * each holds some 60 KB, and a refresh of everything opens a thousand a second. A server's Keep-Alive header can only make it less.
   */
  keepAliveTimeoutMs: 2_000,

  /** An answer of the resolver is kept for one batch of a host, and short enough that a moved site is found. */
  nameKeptMs: 60_000,
  /** A name that does not exist is asked for again soon enough for the person who has just registered it. */
  missingNameKeptMs: 60_000,
  /** About 2 MB at the most; the oldest goes first. */
  maxNamesKept: 10_000,
};

export type WebLimits = Readonly<typeof webLimits>;
