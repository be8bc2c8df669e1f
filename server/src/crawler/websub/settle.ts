// Settles what a visit means for the hubs of its source: which one is asked, which no longer, and whether pushes can be relied on.
import { randomBytes } from 'node:crypto';
import type { Hub } from '../../model/hub.ts';
import type { NewPost } from '../../model/post.ts';
import type { Source, SourceMemory } from '../../model/source.ts';
import { hostKey } from '../../net/host-key.ts';
import { hostNamed } from '../../store/sources/hosts.ts';
import { hubsOf, insertHub, noteTrust, publishedLately, updateHub } from '../../store/sources/hubs.ts';
import type { ReadTx, WriteTx } from '../../store/store.ts';
import type { Equipment } from '../equipment.ts';
import { pace } from '../limits.ts';
import { hubPace } from './limits.ts';
import { type HubOffer, hubOffer, isOffered } from './offer.ts';

interface Settled {
  source: Source;
  /** When the visit began. */
  startedAt: number;
  /** Including what this visit taught. */
  memory: SourceMemory;
  /** The posts that the visit found and no push had brought. */
  news: readonly NewPost[];
}

/** What the hub of a source means for its next visit. */
export interface Announcing {
  /** Until when it is relied on, so that visits may wait; undefined: it is not. */
  pushedUntil?: number | undefined;
  /** The hub, if it has pushed while the visit was under way: the document may be from before. */
  interrupted?: Hub | undefined;
}

export async function settleHubs(tx: WriteTx, { pushUrl }: Equipment, settled: Settled): Promise<Announcing> {
  if (pushUrl === undefined) return {};
  const offer = hubOffer(settled.memory);
  const hubs = await hubsOf(tx, settled.source.id);
  const current = hubs.find((hub) => isOffered(offer, hub));
  const renamed = current ? undefined : hubs.find((hub) => isRenamed(offer, hub));
  for (const hub of hubs) {
    if (hub !== current && hub.asked !== 'unsubscribe') await leave(tx, hub, hub === renamed);
  }
  if (offer && !current && !renamed) await meet(tx, settled.source.id, offer);
  if (!current) return {};
  const { pushedAt = 0 } = current;
  return {
    pushedUntil: await trust(tx, current, settled),
    interrupted: pushedAt >= settled.startedAt ? current : undefined,
  };
}

/** Whether a hub announces the source under another name than it has now. A denied one has nothing to be left for. */
function isRenamed(offer: HubOffer | undefined, { url, state, asked }: Hub): boolean {
  return url === offer?.url && state !== 'denied' && asked !== 'unsubscribe';
}

/** Some feeds call themselves otherwise in each document (`?doing_wp_cron=…`): their hub is not to be told each time. */
async function leave(tx: WriteTx, hub: Hub, isOnlyRenamed: boolean): Promise<void> {
  if (!isOnlyRenamed) return updateHub(tx, { ...hub, dueAt: tx.now, failures: 0 });
  const dueAt = tx.now + hubPace.renamedMs;
  if (hub.dueAt === undefined || hub.dueAt > dueAt) await updateHub(tx, { ...hub, dueAt });
}

async function meet(tx: WriteTx, sourceId: number, { url, topic }: HubOffer): Promise<void> {
  const hostId = await hostNamed(tx, hostKey(url));
  // Without https the secret could be read on the way, and whoever reads it could forge posts.
  const secret = url.startsWith('https:') ? randomBytes(24).toString('base64url') : undefined;
  const callback = randomBytes(16).toString('base64url');
  await insertHub(tx, { sourceId, url, hostId, topic, secret, callback, dueAt: tx.now + hubPace.firstAskMs });
}

async function trust(tx: WriteTx, hub: Hub, { source, memory, news }: Settled): Promise<number | undefined> {
  const trustedSince = trustedAfter(hub, { news, checkedAt: source.checkedAt ?? 0, now: tx.now });
  if (trustedSince !== hub.trustedSince) await noteTrust(tx, hub, trustedSince);
  if (trustedSince === undefined || hub.leasedUntil === undefined) return undefined;
  // The publisher's cache may have given us the document from before: what was announced is looked for again as if there were no hub.
  if (news.length === 0 && (hub.pingedAt ?? 0) > (source.checkedAt ?? 0)) return undefined;
  return Math.min(hub.leasedUntil, tx.now + (await affordableMs(tx, source.id, memory)));
}

/**
 * How long a hub may be silent before what it keeps back has left the document: at the pace of the last posts, until half of the document
 * would be new. The rhythm does not tell, because it hardly believes what it has seen of a source for a few days only.
 */
async function affordableMs(tx: ReadTx, sourceId: number, { shownPosts }: SourceMemory): Promise<number> {
  const half = Math.ceil((shownPosts || 1) * pace.lossShare);
  const since = await publishedLately(tx, sourceId, half);
  return since === undefined ? Number.POSITIVE_INFINITY : tx.now - since;
}

function trustedAfter(
  { trustedSince, pingedAt = 0 }: Hub,
  { news, checkedAt, now }: { news: readonly NewPost[]; checkedAt: number; now: number },
): number | undefined {
  // A post without a date may be as old as the last visit.
  const dates = news.map(({ publishedAt = checkedAt }) => publishedAt);
  // A ping announces whatever was published before it. Posts that a push brought in full are not among a visit's news.
  const missed = dates.some((date) => date < now - hubPace.announceMs && date > pingedAt);
  if (missed) return undefined;
  const announced = news.length > 0 && pingedAt > checkedAt;
  return trustedSince ?? (announced ? now : undefined);
}
