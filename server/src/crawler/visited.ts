// A visit between the asking and the record, and what the record made of it.
import type { Source, Validators } from '../model/source.ts';
import type { Outcome } from '../model/visit.ts';
import type { Lease } from '../store/hosts.ts';
import type { Finding } from './ask.ts';

/** A visit, before it is recorded. */
export interface Visited {
  source: Source;
  lease: Lease;
  finding: Finding;
  /** The validators that went out. */
  sent: Validators | undefined;
  dateOnly: boolean;
  /** It was asked at the address that its document has named twice as its new one. */
  trial: boolean;
  /** It goes nowhere yet, whatever it was told: see merge. */
  held?: true;
  /** A person has asked to take another feed that has come to the address. */
  acceptsAnother: boolean;
}

export interface Recorded {
  sourceId: number;
  outcome: Outcome;
  /** By the plan, whether or not anybody follows; undefined: never. */
  nextAt: number | undefined;
  /** Title, site, address or health are others than before: what its followers see of it. */
  faceChanged: boolean;
}
