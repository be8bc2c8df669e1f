// What a fault of a publisher is: what it plays, and what has to come of it.
import type { Outcome } from '../src/model/visit.ts';

export interface Fault {
  row: number;
  name: string;
  /** A fault of the hostile origin, or an answer that is well-formed as far as HTTP goes. */
  plays: string | ((visit: FaultVisit) => FaultAnswer);
  /** How often in a row it plays; once unless told. */
  visits?: number;
  /** What the last of these visits comes to. */
  outcome: Partial<Outcome>;
  sentence: string;
  /** The next visit, in hours after the last. */
  waits: readonly [least: number, most: number];
  validators?: 'kept' | 'new' | 'none';
  /** How many items the fault adds; none unless told. */
  adds?: number;
  /** How many of these have been read: an old archive is nobody's news. */
  addsRead?: number;
  /** Requests of the last visit, redirects included; one unless told. */
  requests?: number;
  /** Posts that are known look otherwise after it. */
  edits?: boolean;
  /** Without validators from the beginning. */
  isPlain?: boolean;
}

export interface FaultVisit {
  /** The document as it was. */
  feed: string;
  /** Counted from 1. */
  visit: number;
  /** Ports of origins that speak TLS with a certificate that has expired, and with one for another name. */
  expiredPort: number;
  otherNamePort: number;
  /** Of an origin that takes connections and says nothing. */
  silentPort: number;
  /** Of one that speaks plain HTTP and nothing else. */
  plainPort: number;
}

export interface FaultAnswer {
  status?: string;
  headers?: string[];
  body?: string | Uint8Array;
}
