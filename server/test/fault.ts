// What a fault of a publisher is: what is played, and the expected result.
import type { Outcome } from '../src/model/visit.ts';

export interface Fault {
  row: number;
  name: string;
  /** A fault of the hostile origin, or an answer that is valid HTTP. */
  plays: string | ((visit: FaultVisit) => FaultAnswer);
  /** At how many visits in a row it is played; default: one. */
  visits?: number;
  /** The outcome of the last of these visits. */
  outcome: Partial<Outcome>;
  sentence: string;
  /** Time until the next visit, in hours after the last. */
  waits: readonly [least: number, most: number];
  validators?: 'kept' | 'new' | 'none';
  /** How many items the fault adds; default: none. */
  adds?: number;
  /** How many of these are already read: an old archive is not news. */
  addsRead?: number;
  /** Requests of the last visit, redirects included; default: one. */
  requests?: number;
  /** Known posts look different afterwards. */
  edits?: boolean;
  /** The feed has no validators from the beginning. */
  isPlain?: boolean;
}

export interface FaultVisit {
  /** The original document. */
  feed: string;
  /** Counting from 1. */
  visit: number;
  /** Ports of origins that use TLS with an expired certificate, and with one for another name. */
  expiredPort: number;
  otherNamePort: number;
  /** Port of an origin that accepts connections and says nothing. */
  silentPort: number;
  /** Port of one that speaks only plain HTTP. */
  plainPort: number;
}

interface FaultAnswer {
  status?: string;
  headers?: string[];
  body?: string | Uint8Array;
}
