// Creates a Source for an address that gives no feed now: somebody imports what it once published.
import { normaliseAddress } from '../../formats/discover.ts';
import { emptyMemory } from '../../model/source.ts';
import { findSource, findSourceAt, updateSource } from '../../store/sources/sources.ts';
import type { WriteTx } from '../../store/store.ts';
import { importing, maxAddressChars } from '../limits.ts';
import { insertPlanned } from './first-source.ts';

/** Undefined if this cannot be the address of a source. An existing source is taken as it is. */
export async function adoptSource(tx: WriteTx, written: string): Promise<number | undefined> {
  const url = normaliseAddress(written);
  if (url === undefined || url.length > maxAddressChars) return undefined;
  return (await findSourceAt(tx, url)) ?? (await insertUnseen(tx, url));
}

/**
 * The address was asked a moment ago without success; from now on it is asked like every failing source. The title in the import is the
 * importing user's own, so the source does not get it: others may come to follow it.
 */
async function insertUnseen(tx: WriteTx, url: string): Promise<number> {
  const id = await insertPlanned(tx, { url, plannedAt: tx.now + importing.adoptedMs }, {});
  const source = await findSource(tx, id);
  if (!source) throw new Error(`Source ${id} is missing right after it was made`);
  await updateSource(tx, id, { ...source, memory: { ...emptyMemory(), failingSince: tx.now } });
  return id;
}
