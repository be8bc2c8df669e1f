// Every limit of this room, with its reason; tests shorten them through `openWeb({ limits })`.

export const webLimits = {
  /** One fetch as a whole, redirects included: the only limit that ends a body of one byte a second. */
  deadlineMs: 45_000,
  /** From looking up the name to the end of the TLS handshake; three lost SYN packets take 7 s. */
  connectTimeoutMs: 10_000,
  /** Until the headers are complete; slow shared hosts need some seconds to build a feed, none needs more. */
  headersTimeoutMs: 15_000,
  /** Between two chunks of a body. */
  bodyTimeoutMs: 10_000,
  /** How long each address of a name is tried before the next; Node's 250 ms are too short for a host on the other side of the world. */
  addressTimeoutMs: 1_000,

  /** Bytes on the wire; the largest real feeds (podcasts with all their years) are about 8 MB uncompressed. */
  maxWireBytes: 10 * 1024 * 1024,
  /** Bytes after decoding: text compresses 5 to 10 times, so a bigger body is a bomb or nothing that anybody reads. */
  maxBodyBytes: 25 * 1024 * 1024,
  /** All header lines of an answer; common servers send under 8 KB, and themselves refuse more than that. */
  maxHeaderBytes: 32 * 1024,
  /** Two, because proxies do compress a compressed file again; more is an attack. */
  maxEncodings: 2,
  /** Members of a gzip file with junk after it, as each is then unpacked separately: in blocks of 64 KB the largest feed has 400. */
  maxMembers: 1_000,
  /** Compressed bytes from which on a body is unpacked in turn. Ordinary feeds have 10 to 50 KB. */
  longPackedBytes: 128 * 1024,
  /** So many of these at once: each takes ten times its size meanwhile, and fifty feeds may come in the same second. */
  unpackedAtOnce: 2,
  /** Most servers refuse longer ones anyway. */
  maxUrlLength: 4_096,

  /** Real chains (http → https → www → slash → feed service) need four. */
  maxRedirects: 5,
  /** With less time left than this a redirect is not followed: most sites answer within it, and what is broken off is in vain for both. */
  leastHopMs: 2_000,
  /** A redirect's body is read so that the connection can be used for the next hop; no honest one is longer. */
  maxRedirectBodyBytes: 16 * 1024,
  /** A redirect's body that takes longer costs the connection, not the visit. */
  redirectBodyTimeoutMs: 1_000,
  /** An error says what it asks of us in its headers: a body that takes longer costs the connection, not the answer. */
  errorBodyTimeoutMs: 2_000,

  /** Politeness is one connection per host, ensured by the crawler's leases; the second serves a person who subscribes meanwhile. */
  connectionsPerOrigin: 2,
  /**
   * A connection waits for the next feed of its host (the leases put a second between two), not for the next hour: each holds some
   * 60 KB, and a refresh of everything opens a thousand a second. A server's Keep-Alive header can only shorten this.
   */
  keepAliveTimeoutMs: 2_000,

  /** An answer of the resolver is kept for one batch of a host, but not so long that a moved site is missed. */
  nameKeptMs: 60_000,
  /** A missing name is looked up again soon enough for the person who has just registered it. */
  missingNameKeptMs: 60_000,
  /** A few MB at most; the oldest is dropped first. */
  maxNamesKept: 10_000,
  /** Anybody may give their names four thousand addresses each, and no more than ten are tried before a connection takes too long. */
  maxAddresses: 16,
};

export type WebLimits = Readonly<typeof webLimits>;
