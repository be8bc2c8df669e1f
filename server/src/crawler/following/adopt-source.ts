// Creates a Source for an address that gives no feed now: somebody imports what it once published.
import { normaliseAddress } from '../../formats/discover.ts';
import { emptyMemory, siteOfFeed } from '../../model/source.ts';
import { hostKey } from '../../net/host-key.ts';
import { hostNamed } from '../../store/sources/hosts.ts';
import { keepSchedule } from '../../store/sources/schedules.ts';
import { findSource, findSourceAt, insertSource, updateSource } from '../../store/sources/sources.ts';
import type { WriteTx } from '../../store/store.ts';
import { importing, maxAddressChars } from '../limits.ts';

/** Undefined if this cannot be the address of a source. An existing source is taken as it is. */
export async function adoptSource(tx: WriteTx, written: string): Promise<number | undefined> {
  const url = normaliseAddress(written);
  if (url === undefined || url.length > maxAddressChars) return undefined;
  return (await findSourceAt(tx, url)) ?? (await insertUnseen(tx, url));
}

/** The address was asked a moment ago without success; from now on it is asked like every failing source. */
async function insertUnseen(tx: WriteTx, url: string): Promise<number> {
  const hostId = await hostNamed(tx, hostKey(url));
  // The title in the import is the importing user's own, so the source does not get it: others may come to follow it.
  const face = { title: new URL(url).hostname, siteUrl: siteOfFeed(url) };
  const unknown = { description: undefined, language: undefined, imageUrl: undefined };
  const id = await insertSource(tx, { url, hostId }, { ...face, ...unknown });
  const source = await findSource(tx, id);
  if (!source) throw new Error(`Source ${id} is missing right after it was made`);
  await updateSource(tx, id, { ...source, memory: { ...emptyMemory(), failingSince: tx.now } });
  const plannedAt = tx.now + importing.adoptedMs;
  await keepSchedule(tx, {
    sourceId: id,
    hostId,
    nextVisitAt: undefined,
    plannedAt,
    lastVisitAt: undefined,
    failures: 0,
  });
  return id;
}
