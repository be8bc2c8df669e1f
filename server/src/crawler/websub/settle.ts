// Settles what a visit means for the hubs of its source: which one is asked, which no longer, and whether pushes can be relied on.
import { randomBytes } from 'node:crypto';
import type { Hub } from '../../model/hub.ts';
import type { NewPost } from '../../model/post.ts';
import type { Source, SourceMemory } from '../../model/source.ts';
import { hostKey } from '../../net/host-key.ts';
import { hostNamed } from '../../store/sources/hosts.ts';
import { hubsOf, insertHub, updateHub } from '../../store/sources/hubs.ts';
import type { WriteTx } from '../../store/store.ts';
import type { Equipment } from '../equipment.ts';
import { hubPace } from '../limits.ts';
import { type HubOffer, hubOffer, isOffered } from './offer.ts';

interface Settled {
  source: Source;
  /** Including what this visit taught. */
  memory: SourceMemory;
  /** The posts that the visit found and no push had brought. */
  news: readonly NewPost[];
}

/** Returns the time until which pushes make visits less necessary; undefined if they do not. */
export async function settleHubs(
  tx: WriteTx,
  { pushUrl }: Equipment,
  settled: Settled,
): Promise<number | undefined> {
  if (pushUrl === undefined) return undefined;
  const offer = hubOffer(settled.memory);
  const hubs = await hubsOf(tx, settled.source.id);
  const old = hubs.filter((hub) => !isOffered(offer, hub) && hub.asked !== 'unsubscribe');
  for (const hub of old) await updateHub(tx, { ...hub, dueAt: tx.now, failures: 0 });
  const current = hubs.find((hub) => isOffered(offer, hub));
  if (current) return trust(tx, current, settled);
  if (offer) await meet(tx, settled.source.id, offer);
  return undefined;
}

async function meet(tx: WriteTx, sourceId: number, { url, topic }: HubOffer): Promise<void> {
  const hostId = await hostNamed(tx, hostKey(url));
  // Without https the secret could be read on the way, and whoever reads it could forge posts.
  const secret = url.startsWith('https:') ? randomBytes(24).toString('base64url') : undefined;
  const callback = randomBytes(16).toString('base64url');
  await insertHub(tx, { sourceId, url, hostId, topic, secret, callback, dueAt: tx.now + hubPace.firstAskMs });
}

async function trust(tx: WriteTx, hub: Hub, { source, news }: Settled): Promise<number | undefined> {
  const trustedSince = trustedAfter(hub, { news, checkedAt: source.checkedAt ?? 0, now: tx.now });
  if (trustedSince !== hub.trustedSince) await updateHub(tx, { ...hub, trustedSince });
  return trustedSince === undefined ? undefined : hub.leasedUntil;
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
