// Takes what hubs send: it is answered at once and read afterwards. Only content with the hub's signature is believed.
import type { FeedDocument } from '../../formats/feed-document.ts';
import type { Hub } from '../../model/hub.ts';
import { findHub, findHubAt, notePush } from '../../store/sources/hubs.ts';
import { StoreUnavailable } from '../../store/store.ts';
import type { Equipment } from '../equipment.ts';
import { pause } from '../pause.ts';
import { type Allowance, openAllowance } from './allowance.ts';
import { hubPace } from './limits.ts';
import { recordPush } from './record-push.ts';
import { isSigned } from './signature.ts';
import { visitSoon } from './visit-soon.ts';
import { openWaitingRoom } from './waiting-room.ts';

/** A request to a callback, as it came. */
export interface Push {
  callback: string;
  body: Uint8Array;
  contentType: string | undefined;
  /** X-Hub-Signature. */
  signature: string | undefined;
}

/** `unknown`: there never was such a callback, or it is forgotten; `ended`: the subscription is over; `away`: try again later. */
export type PushVerdict = 'taken' | 'unknown' | 'ended' | 'away';

interface Inbox {
  /** Whether a push is wanted at a callback: known before its body is read. */
  expects(callback: string): Promise<PushVerdict>;
  /** Takes a push, to be read later. */
  deliver(push: Push): PushVerdict;
}

/** `tracked` is called with each task that must end before the crawler does. */
export function openInbox(equipment: Equipment, tracked: (task: Promise<void>) => Promise<void>): Inbox {
  const { store, closing, log } = equipment;
  const room = openWaitingRoom<Push>();
  const allowance = openAllowance(equipment.clock);
  let reading = 0;

  const readOn = async (): Promise<void> => {
    for (let push = room.next(); push; push = room.next()) {
      try {
        await tracked(openOnceThere(equipment, allowance, push));
      } catch (error) {
        log.error('push was lost', { error });
      }
      room.leave(push);
      // The crawler's patience is over: the rest is left to visits.
      const left = closing.aborted ? room.clear() : 0;
      if (left > 0) log.info('pushes left unread', { left });
    }
    reading -= 1;
  };

  return {
    async expects(callback) {
      const hub = await store.read((tx) => findHubAt(tx, callback));
      if (!hub) return 'unknown';
      const verdict = verdictOf(hub);
      return verdict === 'taken' && !room.hasRoom(callback, 0) ? 'away' : verdict;
    },
    deliver(push) {
      if (closing.aborted || !room.hasRoom(push.callback, push.body.byteLength)) return 'away';
      room.enter(push);
      if (reading < hubPace.pushesAtOnce) {
        reading += 1;
        tracked(readOn());
      }
      return 'taken';
    },
  };
}

function verdictOf({ state, asked }: Hub): PushVerdict {
  return state === 'ended' || state === 'denied' || asked === 'unsubscribe' ? 'ended' : 'taken';
}

/** Opens a push when the store is available: the hub was told that it is taken, so it must not be lost. */
async function openOnceThere(equipment: Equipment, allowance: Allowance, push: Push): Promise<void> {
  for (;;) {
    try {
      return await open(equipment, allowance, push);
    } catch (error) {
      if (!(error instanceof StoreUnavailable) || equipment.closing.aborted) throw error;
      await pause(equipment.clock, hubPace.storeAwayMs, equipment.closing);
    }
  }
}

async function open(equipment: Equipment, allowance: Allowance, push: Push): Promise<void> {
  const { store, log } = equipment;
  const hub = await store.read((tx) => findHubAt(tx, push.callback));
  if (!hub || verdictOf(hub) !== 'taken') return;
  const { sourceId: source, secret } = hub;
  if (secret === undefined || !isSigned(push.body, push.signature, secret)) {
    log.info('push', { source, signed: false });
    await store.write((tx) => visitSoon(tx, equipment, hub, { signed: false }));
    return;
  }
  const document = allowance.isSpent(push.callback) ? undefined : await documentIn(equipment, hub, push);
  if (document) {
    const { newPosts } = await recordPush(equipment, hub, document);
    allowance.spend(push.callback, { bytes: push.body.byteLength, posts: newPosts });
    log.info('push', { source, signed: true, newPosts });
    return;
  }
  await ping(equipment, hub.id);
  log.info('push', { source, signed: true, newPosts: undefined });
}

/** Undefined where it has no posts. */
async function documentIn(
  { read }: Equipment,
  { topic }: Hub,
  { body, contentType }: Push,
): Promise<FeedDocument | undefined> {
  const reading = await read(body, { url: topic, contentType });
  return reading.kind === 'feed' && reading.document.posts.length > 0 ? reading.document : undefined;
}

/** Handles a push without posts: there is something new, but only a visit can tell what. */
async function ping(equipment: Equipment, hubId: number): Promise<void> {
  await equipment.store.write(async (tx) => {
    const hub = await findHub(tx, hubId);
    if (!hub) return;
    await notePush(tx, hubId, { isPing: true });
    await visitSoon(tx, equipment, hub, { signed: true });
  });
}
