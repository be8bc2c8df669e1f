// The shape of a visit between asking and recording, and of the result of recording it.
import type { Source, Validators } from '../model/source.ts';
import type { Outcome } from '../model/visit.ts';
import type { Lease } from '../store/sources/hosts.ts';
import type { Finding } from './asking/finding.ts';

/** A visit, before it is recorded. */
export interface Visited {
  source: Source;
  lease: Lease;
  finding: Finding;
  /** The validators that were sent. */
  sent: Validators | undefined;
  dateOnly: boolean;
  /** The visit went to the new address that the source's document has named twice. */
  trial: boolean;
  /** The source must not move yet, whatever it was told: see merge. */
  held?: true;
  /** A person accepts the other feed that has come to the address. */
  acceptsAnother: boolean;
}

export interface Recorded {
  sourceId: number;
  outcome: Outcome;
  /** Whether what followers see of the source has changed: title, site, language, address or health. */
  faceChanged: boolean;
}
