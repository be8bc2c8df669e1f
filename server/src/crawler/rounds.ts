// The crawler's rounds: leases the hosts that are due, makes one call to each, and sleeps until the next is due.

import type { Source } from '../model/source.ts';
import { dueArticle } from '../store/sources/articles.ts';
import {
  type DueLease,
  findHost,
  type Lease,
  leaseDueHosts,
  nextReadyAt,
  releaseHost,
} from '../store/sources/hosts.ts';
import { dueHub } from '../store/sources/hubs.ts';
import { dueIcon } from '../store/sources/icons.ts';
import { dueSource, findSchedule, putOffVisit } from '../store/sources/schedules.ts';
import { findSource } from '../store/sources/sources.ts';
import type { ReadTx } from '../store/store.ts';
import { makeArticleStep } from './articles/step.ts';
import { gapAt } from './asking/answering-host.ts';
import { openQueues } from './asking/turn-elsewhere.ts';
import { openCourtesy } from './courtesy.ts';
import type { Equipment } from './equipment.ts';
import { makeIconStep } from './icons/step.ts';
import { pace } from './limits.ts';
import { noteLoss, recordLoss } from './lost-visits.ts';
import { intoOpenHours } from './schedule/schedule.ts';
import { visit } from './visit.ts';
import type { Recorded } from './visited.ts';
import { callHub } from './websub/call-hub.ts';

interface Rounds {
  start(): void;
  /** To be called when something may be due sooner than planned. */
  wake(): void;
  /** Does what is due now, one call for each host, and resolves with how many calls were recorded. */
  runDue(): Promise<number>;
  /** Begins nothing new. Resolves when the visits under way have ended. */
  stop(): Promise<void>;
}

export function openRounds(equipment: Equipment): Rounds {
  const { clock, held, limits, log, store } = equipment;
  const courtesy = openCourtesy(equipment);
  const queued = openQueues(equipment, limits.slotMs);
  const underWay = new Set<Promise<boolean>>();
  let running = false;
  let stopped = false;
  let lastLeasing: Promise<unknown> = Promise.resolve();
  let cancelSleep = (): void => {};

  const lease = async (atMost: number): Promise<Work[]> => {
    await held.renew();
    const room = Math.min(limits.hostsAtOnce - underWay.size, atMost);
    return room <= 0 || stopped ? [] : leaseDue(equipment, room);
  };

  /** Begins as many calls as there is room for. */
  const begin = async (atMost: number): Promise<Promise<boolean>[]> => {
    const leasing = lease(atMost);
    lastLeasing = leasing.catch(() => []);
    const works = await leasing;
    courtesy.began(works.length);
    return works.map((work) => {
      const serving = held.during(work.lease, () => serve(equipment, work, queued));
      const task: Promise<boolean> = serving.finally(() => {
        underWay.delete(task);
        wake();
      });
      underWay.add(task);
      return task;
    });
  };

  const sleep = async (): Promise<void> => {
    const at = await store.read(nextReadyAt);
    const due = Math.max(courtesy.waitMs(), (at ?? Number.POSITIVE_INFINITY) - clock.now());
    const wait = Math.min(limits.longestSleepMs, Math.max(1, due));
    cancelSleep();
    // If there is no room, the end of a visit wakes the loop.
    if (running && underWay.size < limits.hostsAtOnce) cancelSleep = clock.after(wait, wake);
  };

  const wake = oneAtATime(async () => {
    if (!running) return;
    try {
      await begin(courtesy.room());
      await sleep();
    } catch (error) {
      log.error('round failed', { error });
      if (running) cancelSleep = clock.after(limits.longestSleepMs, wake);
    }
  });

  return {
    start() {
      if (running || stopped) return;
      running = true;
      wake();
    },
    wake,
    async runDue() {
      const visits = await Promise.all(await begin(limits.hostsAtOnce));
      return visits.filter((recorded) => recorded).length;
    },
    async stop() {
      running = false;
      stopped = true;
      cancelSleep();
      await lastLeasing;
      await Promise.all(underWay);
      cancelSleep();
    },
  };
}

/** Runs a task that never rejects; whoever asks while it runs has it run once more. */
function oneAtATime(run: () => Promise<void>): () => void {
  let running = false;
  let again = false;
  const next = (): void => {
    again = running;
    if (running) return;
    running = true;
    run().finally(() => {
      running = false;
      if (again) next();
    });
  };
  return next;
}

/** A leased host with what it is to be called for: a visit to a source, a request to a hub, the article of a post, or the icon of a site. */
type Work =
  | { lease: DueLease; source: Source }
  | { lease: Lease; hubId: number }
  | { lease: Lease; postId: number }
  | { lease: Lease; iconId: number };

/**
 * Leases due hosts, each with the source there that has waited longest. Hubs go first: they are asked only about twice in a lease of
 * days, so they hardly delay visits. Those that have not confirmed the last request come after visits, for each may take as long as a
 * timeout; then articles, and icons last. A host at which nothing is due is released at once.
 */
function leaseDue({ store, limits, nextToken }: Equipment, limit: number): Promise<Work[]> {
  return store.write(async (tx) => {
    const leases = await leaseDueHosts(tx, { limit, leaseMs: limits.leaseMs, nextToken });
    const works: Work[] = [];
    for (const lease of leases) {
      const work = await workAt(tx, lease);
      if (work) works.push(work);
      else await releaseHost(tx, lease, { gapMs: 0 });
    }
    return works;
  });
}

async function workAt(tx: ReadTx, lease: DueLease): Promise<Work | undefined> {
  const { hostId } = lease;
  const hub = await dueHub(tx, hostId);
  if (hub?.failures === 0) return { lease, hubId: hub.id };
  const sourceId = await dueSource(tx, hostId);
  const source = sourceId === undefined ? undefined : await findSource(tx, sourceId);
  if (source) return { lease, source };
  if (hub) return { lease, hubId: hub.id };
  const postId = await dueArticle(tx, hostId);
  if (postId !== undefined) return { lease, postId };
  const iconId = await dueIcon(tx, hostId);
  return iconId === undefined ? undefined : { lease, iconId };
}

/** When a visit may come for which a host was busy. */
type Queued = ReturnType<typeof openQueues>;

async function serve(equipment: Equipment, work: Work, queued: Queued): Promise<boolean> {
  try {
    if ('source' in work) return (await visitInTurn(equipment, work, queued)) !== undefined;
    if ('hubId' in work) await callHub(equipment, work);
    else if ('postId' in work) await makeArticleStep(equipment, work);
    else await makeIconStep(equipment, work);
    return true;
  } catch (error) {
    // The store may be unavailable: the lease expires by itself.
    equipment.log.error('visit was lost', { hostId: work.lease.hostId, error });
    return false;
  }
}

/** Undefined: the visit was put off because the host where it will end is being called, or wants quiet, or it was not recorded. */
async function visitInTurn(
  equipment: Equipment,
  { lease, source }: Extract<Work, { source: Source }>,
  queued: Queued,
): Promise<Recorded | undefined> {
  // Whoever held the lease before was mostly visiting the source that is due here: nothing has been recorded of it.
  if (lease.isLeft && (await noteLoss(equipment, source, lease))) return recordLoss(equipment, source, lease);
  const opensAt = await opening(equipment, source);
  if (opensAt !== undefined) return putOff(equipment, { lease, source, until: opensAt });
  const made = await visit(equipment, source, { lease });
  if (!made || 'outcome' in made) return made;
  const { hostId: busyHostId } = made;
  const gapMs = await equipment.store.read(async (tx) =>
    gapAt(tx, await findHost(tx, busyHostId), equipment.limits.gapMs),
  );
  return putOff(equipment, { lease, source, until: queued(source.id, made, gapMs), busyHostId });
}

/**
 * When a visit may come that has missed its time, as where the service was off, and would be made in hours that its publisher wants quiet. A
 * machine that is on in these only makes it all the same after a week.
 */
async function opening({ store, clock, chance }: Equipment, source: Source): Promise<number | undefined> {
  const now = clock.now();
  const at = intoOpenHours(now, { sourceId: source.id, memory: source.memory, chance });
  if (at === now) return undefined;
  const schedule = await store.read((tx) => findSchedule(tx, source.id));
  return now - (schedule?.lastVisitAt ?? 0) < pace.longestQuietMs ? at : undefined;
}

async function putOff(
  { store, log }: Equipment,
  { lease, source, until, ...why }: { lease: Lease; source: Source; until: number; busyHostId?: number },
): Promise<undefined> {
  log.debug('visit put off', { source: source.id, ...why, until: new Date(until).toISOString() });
  await store.write(async (tx) => {
    await putOffVisit(tx, source.id, until);
    await releaseHost(tx, lease, { gapMs: 0 });
  });
}
