// Finds the Source that a person means among the known ones, without a request.
import { normaliseAddress } from '../../formats/discover.ts';
import { findSourceAt } from '../../store/sources/sources.ts';
import type { ReadTx } from '../../store/store.ts';

/** The source at an address as it is typed, which may lack its `https://`. */
export function findKnownSource(tx: ReadTx, typed: string): Promise<number | undefined> {
  return findSourceAt(tx, normaliseAddress(typed) ?? typed);
}
