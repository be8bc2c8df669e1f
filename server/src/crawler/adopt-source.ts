// Makes a Source of an address that gives no feed now: somebody brings along what it once published.
import { normaliseAddress } from '../formats/discover.ts';
import { emptyMemory } from '../model/source.ts';
import { hostKey } from '../net/host-key.ts';
import { hostNamed } from '../store/hosts.ts';
import { keepSchedule } from '../store/schedules.ts';
import { findSource, findSourceAt, insertSource, updateSource } from '../store/sources.ts';
import type { WriteTx } from '../store/store.ts';
import { importing, maxAddressChars } from './limits.ts';

/** Undefined where the address can be nobody's. A source that is there already is taken as it is. */
export async function adoptSource(tx: WriteTx, written: string): Promise<number | undefined> {
  const url = normaliseAddress(written);
  if (url === undefined || url.length > maxAddressChars) return undefined;
  return (await findSourceAt(tx, url)) ?? (await insertUnseen(tx, url));
}

/** It was asked a moment ago, with no success; from now on it is asked as every source is that fails. */
async function insertUnseen(tx: WriteTx, url: string): Promise<number> {
  const hostId = await hostNamed(tx, hostKey(url));
  // What the document calls it is its owner's title: others may come to follow it.
  const face = { title: new URL(url).hostname, siteUrl: url };
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
