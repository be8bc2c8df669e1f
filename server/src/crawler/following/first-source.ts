// Finds or creates the Source of a feed that somebody has found: one feed is one source, whichever addresses lead to it.
import { comparableUrl } from '../../model/comparable-url.ts';
import { type Source, siteOfFeed } from '../../model/source.ts';
import { hostKey } from '../../net/host-key.ts';
import { tellFollowers } from '../../store/sources/fan-out.ts';
import { hostNamed, type Lease } from '../../store/sources/hosts.ts';
import { keepSchedule, lockSchedule } from '../../store/sources/schedules.ts';
import {
  countFollowers,
  insertSource,
  keepAddress,
  lockFollowers,
  moveSource,
  readSourceAt,
} from '../../store/sources/sources.ts';
import type { ReadTx, WriteTx } from '../../store/store.ts';
import type { Finding, FoundFeed } from '../asking/finding.ts';
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

/** `isFollowed`: it was there already, and somebody follows it. */
export async function firstSource(
  tx: WriteTx,
  first: FirstFinding,
): Promise<{ id: number; isFollowed: boolean }> {
  const led = await sourceLedTo(tx, first);
  const id = led?.id ?? (await insertNew(tx, first));
  if (led && isPlain(led, first.url)) await encrypt(tx, led, first.url);
  for (const address of first.addresses) await keepAddress(tx, id, address);
  return { id, isFollowed: (await countFollowers(tx, id)) > 0 };
}

/** The source whose document this is: the one at the address, or at the one where the document came from in the end. */
async function sourceLedTo(tx: ReadTx, { url, found }: FirstFinding): Promise<Source | undefined> {
  const source = await readSourceAt(tx, url);
  if (!source || source.url === url || source.url === found.url) return source;
  return isPlain(source, url) && isStill(source, found) ? source : undefined;
}

/** Whether what an address has led to is meant by it as yet, though it gives a document of its own now: it may be the place of another feed. */
function isStill(source: Source, { document }: FoundFeed): boolean {
  return source.title === document.title && !isFailing(source);
}

/** Whether a source is asked at the same address without encryption: a site that had none once may have it by now. */
export function isPlain({ url }: Pick<Source, 'url'>, address: string): boolean {
  return /^http:/i.test(url) && /^https:/i.test(address) && comparableUrl(url) === comparableUrl(address);
}

/** The feed was just found at the encrypted address. */
async function encrypt(tx: WriteTx, { id, url: from }: Source, url: string): Promise<void> {
  await lockSchedule(tx, id);
  await lockFollowers(tx, id);
  await moveSource(tx, id, { from, url, hostId: await hostNamed(tx, hostKey(url)) });
  await tellFollowers(tx, id);
}

export function isFailing({ memory }: Source): boolean {
  return memory.failingSince !== undefined || memory.state !== undefined;
}

/**
 * Another source that is meant by an address, though the document did not come from where that one is: the one to which the address has led
 * before or, where it has led to none, the one at the address that the document names as its own. Anybody can write another's address or title
 * into a feed, and many copy it by mistake: of a site, a tag, or the free half of a podcast. So the title must agree, and the two may
 * differ only in http or https and in www if the address has not led there. The document is not recorded there: that source has visits of its own.
 */
export async function sourceMeant(
  tx: ReadTx,
  { url, found }: Pick<FirstFinding, 'url' | 'found'>,
): Promise<Source | undefined> {
  const led = await readSourceAt(tx, url);
  if (led) return led.url !== url && led.url !== found.url && isStill(led, found) ? led : undefined;
  const { selfUrl, title } = found.document;
  const isLike = (other: string): boolean => comparableUrl(other) === comparableUrl(url);
  const source = selfUrl !== undefined && isLike(selfUrl) ? await readSourceAt(tx, selfUrl) : undefined;
  if (source?.checkedAt === undefined || source.title !== title) return undefined;
  // Many feeds have moved and still name their old address, where they are gone.
  return isLike(source.url) && source.memory.state !== 'gone' ? source : undefined;
}

async function insertNew(tx: WriteTx, { url, found, finding }: FirstFinding): Promise<number> {
  return insertPlanned(tx, { url, plannedAt: finding.startedAt + pace.plainFloorMs }, found.document);
}

/**
 * A source with a plan from the start, which its record replaces at the end: if that takes several transactions, everybody has something to
 * lock in between, and if it breaks off, the source is visited once somebody follows it, or removed.
 */
export async function insertPlanned(
  tx: WriteTx,
  { url, plannedAt }: { url: string; plannedAt: number },
  document: Parameters<typeof faceOf>[0],
): Promise<number> {
  const hostId = await hostNamed(tx, hostKey(url));
  const face = faceOf(document, { title: new URL(url).hostname, siteUrl: siteOfFeed(url) });
  const sourceId = await insertSource(tx, { url, hostId }, face);
  await keepSchedule(tx, {
    sourceId,
    hostId,
    plannedAt,
    nextVisitAt: undefined,
    lastVisitAt: undefined,
    failures: 0,
  });
  return sourceId;
}
