// Makes one request to a hub: asks it to announce a source, or to stop. The hub's verifying request comes in through http/websub.
import type { Hub, HubMode } from '../../model/hub.ts';
import { hostKey } from '../../net/host-key.ts';
import type { WebAnswer } from '../../net/web.ts';
import { type Lease, releaseHost } from '../../store/sources/hosts.ts';
import { deleteHub, findHub, noteAsked, noteRefused, updateHub } from '../../store/sources/hubs.ts';
import { countFollowers, findSource } from '../../store/sources/sources.ts';
import type { ReadTx, WriteTx } from '../../store/store.ts';
import { httpHints } from '../asking/http-hints.ts';
import { openWay } from '../asking/on-the-way.ts';
import { giveBack } from '../asking/one-call.ts';
import { type Equipment, userAgent } from '../equipment.ts';
import { ended } from './ended.ts';
import { hubPace } from './limits.ts';
import { hubOffer, isOffered } from './offer.ts';

interface Step {
  hub: Hub;
  mode: HubMode;
  followers: number;
}

/** Does what is due at a hub whose host is leased, and releases the lease. */
export async function callHub(
  equipment: Equipment,
  { lease, hubId }: { lease: Lease; hubId: number },
): Promise<void> {
  const { store, limits } = equipment;
  const step = await store.write((tx) => nextStep(tx, equipment, hubId));
  if (!step) {
    await store.write((tx) => releaseHost(tx, lease, { gapMs: 0 }));
    return;
  }
  const answer = await send(equipment, step);
  await store.write(async (tx) => {
    if (!isAccepted(answer)) await noteRefusal(tx, step, answer);
    await giveBack(tx, { lease, answer, gapMs: limits.gapMs });
  });
  const { hub, mode } = step;
  equipment.log.info('hub asked', {
    source: hub.sourceId,
    host: hostKey(hub.url),
    mode,
    status: answer.kind === 'response' ? answer.status : undefined,
    reason: answer.kind === 'failure' ? answer.reason : undefined,
  });
}

/** Decides what to ask and stores that first, because the hub may verify before it answers. Undefined: nothing is to be asked. */
async function nextStep(tx: WriteTx, equipment: Equipment, hubId: number): Promise<Step | undefined> {
  const hub = await findHub(tx, hubId);
  if (!hub || hub.dueAt === undefined || hub.dueAt > tx.now) return undefined;
  const followers = await followersBy(tx, hub);
  const mode = followers > 0 ? 'subscribe' : 'unsubscribe';
  // A hub that never agreed need not be told to stop. An ended hub is forgotten, as are all hubs if pushes could not reach us any more.
  const untold = hub.state === 'denied' || (hub.state === 'pending' && hub.asked === undefined);
  if (hub.state === 'ended' || equipment.pushUrl === undefined || (mode === 'unsubscribe' && untold)) {
    await deleteHub(tx, hub);
    return undefined;
  }
  if (hub.state === 'denied') {
    await updateHub(tx, { ...hub, dueAt: undefined });
    return undefined;
  }
  const failures = hub.failures + 1;
  if (mode === 'unsubscribe' && failures > hubPace.unsubscribeTries) {
    await updateHub(tx, ended(hub, tx.now));
    return undefined;
  }
  const dueAt = tx.now + patienceMs(failures) * (1 + 0.25 * equipment.chance());
  await noteAsked(tx, hub, { mode, failures, dueAt: Math.round(dueAt) });
  return { hub, mode, followers };
}

/** How many follow what this hub announces: 0 if the source names another hub by now or is gone. */
async function followersBy(tx: ReadTx, hub: Hub): Promise<number> {
  const source = hub.sourceId === undefined ? undefined : await findSource(tx, hub.sourceId);
  if (!source || source.memory.state === 'gone' || !isOffered(hubOffer(source.memory), hub)) return 0;
  return countFollowers(tx, source.id);
}

function patienceMs(failures: number): number {
  if (failures > hubPace.hopelessAfter) return hubPace.hopelessMs;
  return Math.min(hubPace.longestFailureMs, hubPace.failureMs * 2 ** (failures - 1));
}

function send(equipment: Equipment, { hub, mode, followers }: Step): Promise<WebAnswer> {
  const { web, agent, closing, pushUrl } = equipment;
  const form = new URLSearchParams({
    'hub.mode': mode,
    'hub.topic': hub.topic,
    'hub.callback': `${pushUrl}${hub.callback}`,
    // PubSubHubbub 0.3 requires this; later hubs ignore it.
    'hub.verify': 'async',
    ...(mode === 'subscribe' && { 'hub.lease_seconds': String(hubPace.leaseSeconds) }),
    ...(mode === 'subscribe' && hub.secret !== undefined && { 'hub.secret': hub.secret }),
  });
  return web.fetch({
    url: hub.url,
    method: 'POST',
    headers: {
      'user-agent': userAgent(agent, followers),
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: form.toString(),
    maxBytes: hubPace.answerBytes,
    mayFollow: openWay(equipment, hub).mayFollow,
    signal: closing,
  });
}

function isAccepted(answer: WebAnswer): boolean {
  return answer.kind === 'response' && answer.status >= 200 && answer.status < 300;
}

/**
 * The request is repeated when due. It is no longer pending, unless the hub may have taken it and was only too slow to say so: then it asks
 * back. A hub that refuses to unsubscribe us has nothing to forget. */
async function noteRefusal(tx: WriteTx, { hub: { id }, mode }: Step, answer: WebAnswer): Promise<void> {
  const hub = await findHub(tx, id);
  if (!hub) return;
  const status = answer.kind === 'response' ? answer.status : 0;
  if (mode === 'unsubscribe') {
    // A node that stood still may hear of it when another has asked for news again.
    const isOver = hub.asked === mode && status >= 400 && status < 500 && status !== 429;
    if (isOver) await updateHub(tx, ended(hub, tx.now));
    return;
  }
  const retryMs = answer.kind === 'response' ? httpHints(answer, tx.now).retryAfterMs : undefined;
  const waitMs = Math.max(retryMs ?? 0, status === 410 ? hubPace.hopelessMs : 0);
  await noteRefused(tx, hub, { isStillAsked: mayHaveArrived(answer), notBefore: tx.now + waitMs });
}

function mayHaveArrived(answer: WebAnswer): boolean {
  return answer.kind === 'failure' && arriving.has(answer.reason);
}

/** What ends a request only after it was sent. */
const arriving: ReadonlySet<string> = new Set(['headers-timeout', 'body-timeout', 'deadline', 'reset']);
