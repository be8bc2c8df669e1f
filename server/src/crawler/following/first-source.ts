// Finds or creates the Source of a feed that somebody has found: one feed is one source, whichever addresses lead to it.
import { hostKey } from '../../net/host-key.ts';
import { hostNamed, type Lease } from '../../store/sources/hosts.ts';
import { keepSchedule } from '../../store/sources/schedules.ts';
import { findSource, findSourceAt, insertSource, keepAddress } from '../../store/sources/sources.ts';
import type { WriteTx } from '../../store/store.ts';
import type { Finding, FoundFeed } from '../asking/ask.ts';
import { faceOf } from '../conclude.ts';
import { pace } from '../limits.ts';

/** A feed that was found at an address that nobody has followed. */
export interface FirstFinding {
  lease: Lease;
  finding: Finding;
  found: FoundFeed;
  /** The address at which it is asked from now on. */
  url: string;
  /** All addresses that led there: the typed one, and the one that was asked. */
  addresses: readonly string[];
}

export async function firstSource(tx: WriteTx, first: FirstFinding): Promise<number> {
  const id = (await knownAt(tx, first)) ?? (await insertNew(tx, first));
  for (const address of first.addresses) await keepAddress(tx, id, address);
  return id;
}

/** The source at the address, or else at the address that the document names as its own, if that is the same feed on the same host. */
async function knownAt(tx: WriteTx, { url, found }: FirstFinding): Promise<number | undefined> {
  const id = await findSourceAt(tx, url);
  const { selfUrl, title } = found.document;
  if (id !== undefined || selfUrl === undefined || !URL.canParse(selfUrl)) return id;
  const other = await findSourceAt(tx, selfUrl);
  const source = other === undefined ? undefined : await findSource(tx, other);
  // Many feeds have moved and still name their old address, where they are gone.
  if (!source || source.memory.state === 'gone') return undefined;
  // Anybody can write another's address into a feed: host and title must agree as well.
  return hostKey(source.url) === hostKey(url) && source.title === title ? source.id : undefined;
}

/**
 * With a plan from the start, which its record replaces at the end: if that takes several transactions, everybody has something to lock in
 * between, and if it breaks off, the source is visited once somebody follows it, or removed.
 */
async function insertNew(tx: WriteTx, { url, found, finding }: FirstFinding): Promise<number> {
  const hostId = await hostNamed(tx, hostKey(url));
  const face = { title: new URL(url).hostname, siteUrl: url };
  const sourceId = await insertSource(tx, { url, hostId }, faceOf(found.document, face));
  await keepSchedule(tx, {
    sourceId,
    hostId,
    nextVisitAt: undefined,
    plannedAt: finding.startedAt + pace.plainFloorMs,
    lastVisitAt: undefined,
    failures: 0,
  });
  return sourceId;
}
