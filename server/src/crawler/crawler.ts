// The crawler: brings posts in. Due → fetch → read → record → fan out, politely.

import { randomUUID } from 'node:crypto';
import type { Said } from '../model/said.ts';
import { type FetchedArticle, fetchArticle } from './articles/fetch-article.ts';
import { openHeldLeases } from './asking/held-leases.ts';
import type { Equipment } from './equipment.ts';
import { type Discovered, discover, follow, isKnown } from './following/follow.ts';
import type { Followed } from './following/followed.ts';
import { openRecentFindings, openRecentRefusals, remember } from './following/recent-refusals.ts';
import { openIconWishes } from './icons/want-icon.ts';
import { type FetchedImage, type ImageAddress, openImageFetching } from './images/fetch-image.ts';
import type { ImportPlace, Taken } from './imports/take-imported.ts';
import { type CrawlerLimits, crawlerLimits } from './limits.ts';
import { pause } from './pause.ts';
import { planDueHosts } from './plan-hosts.ts';
import type { Urgency } from './reading/reading.ts';
import { refresh } from './refresh.ts';
import { openRounds } from './rounds.ts';
import { openSanitisingAgain } from './sanitise-again.ts';
import { shareTasks } from './shared-tasks.ts';
import { openIndexing } from './tend-index.ts';
import { openInbox, type Push, type PushVerdict } from './websub/inbox.ts';
import { type HubCall, type HubVerdict, verifyHub } from './websub/verify.ts';

export type { FetchedArticle } from './articles/fetch-article.ts';
export type { VisitMade } from './equipment.ts';
export type { Discovered } from './following/follow.ts';
export type { Followed } from './following/followed.ts';
export type { FetchedImage, ImageAddress } from './images/fetch-image.ts';
export type { ImportPlace, Taken } from './imports/take-imported.ts';
export type { Push, PushVerdict } from './websub/inbox.ts';
export type { HubCall, HubVerdict } from './websub/verify.ts';

export interface Crawler {
  /**
   * Finds the source behind what a person typed: the address of a known source costs no request, another one a few. The source and its
   * first posts are stored when this resolves. Rejects only for bugs and when the store is unavailable. Without an
   * urgency, a person waits for it.
   */
  follow(typedAddress: string, urgency?: Urgency): Promise<Followed>;
  /** Like `follow`, and also says which other feeds the page announces: even a known page is fetched again. */
  discover(typedAddress: string): Promise<Discovered>;
  /** Visits a source now, as far as politeness allows. The sentence tells the result. */
  refresh(sourceId: number): Promise<Said>;
  /** Gives a feed the next portion of the items that were imported for it. */
  takeImported(place: ImportPlace): Promise<Taken>;
  /** Fetches the article of a post, once for everybody; a known result costs no request. */
  fetchArticle(postId: number): Promise<FetchedArticle>;
  /** Fetches a picture, once for everybody; a known result costs no request. */
  fetchImage(address: ImageAddress): Promise<FetchedImage>;
  /** Begins to make rounds. Until then only what somebody asks for is visited. */
  start(): void;
  /** One round: one call to each host where something is due (a visit, a hub, an article or an icon). Resolves with how many were recorded. */
  runDue(): Promise<number>;
  /** A hub asks whether we mean what we asked of it, or denies it. `refused`: we never asked for that. */
  verifyHub(call: HubCall): Promise<HubVerdict>;
  /** Whether a push is wanted at a callback; asked before its bytes are read. */
  expectsPush(callback: string): Promise<PushVerdict>;
  /** Takes a push; resolves before its content is looked at. */
  deliver(push: Push): Promise<PushVerdict>;
  /** Gives the visits under way some time to end, then breaks them off; releases every lease. */
  close(): Promise<void>;
}

/** In its own thread. */
export interface CrawlerAtWork extends Crawler {
  /** Keeps the hosts of the calls under way, as rounds do: to be called twice a minute, because some nodes make no rounds. */
  keepLeases(): Promise<void>;
}

export interface CrawlerOptions
  extends Pick<Equipment, 'store' | 'web' | 'read' | 'extract' | 'clock' | 'chance' | 'log' | 'agent'>,
    Pick<Equipment, 'pushUrl' | 'changed' | 'visited' | 'arePeopleHere'> {
  /** Whether to look for the icons of sites. */
  findsIcons: boolean;
  /** How much is kept of publishers' pictures. */
  imageCacheBytes: number;
  /** Those that are others than usual; tests are in a hurry. */
  limits?: Partial<CrawlerLimits>;
}

export function openCrawler(options: CrawlerOptions): CrawlerAtWork {
  const closing = new AbortController();
  const equipment = equip(options, closing.signal, {
    planHosts: (hostIds) => planHosts(hostIds),
    wantIcon: options.findsIcons ? (sourceId) => wantIcon(sourceId) : undefined,
  });
  const hasty = readingFirst(equipment);
  const rounds = openRounds(equipment);
  const background = [openIndexing(equipment), openSanitisingAgain(equipment)];
  const fetchImage = openImageFetching(equipment, options.imageCacheBytes);
  const following = shareTasks<string, Followed>();
  const discovering = shareTasks<string, Discovered>();
  const unlessJustRefused = openRecentRefusals(options.clock, (typed) => isKnown(equipment, typed));
  const unlessJustFollowed = openRecentFindings<Followed>(options.clock);
  const unlessJustDiscovered = openRecentFindings<Discovered>(options.clock);
  const fetching = shareTasks<number, FetchedArticle>();
  const { tracked, allEnded } = trackTasks();

  const planHosts = (hostIds: readonly number[]): void => {
    tracked(planDueHosts(equipment, hostIds))
      .catch((error: unknown) => equipment.log.error('planning failed', { error }))
      .finally(() => rounds.wake());
  };

  const wishes = openIconWishes(equipment.store, (error) =>
    equipment.log.error('planning failed', { error }),
  );
  const wantIcon = (sourceId: number): void => {
    const noting = wishes.want(sourceId);
    if (noting) tracked(noting);
  };

  /** The person who asks is about to follow the source, so its icon is wanted. */
  const followed = async (typed: string, { isAwaited }: Urgency): Promise<Followed> => {
    // Imports wait by themselves before they try an address again.
    const found = isAwaited
      ? await unlessJustRefused(typed, () => unlessJustFollowed(typed, () => follow(hasty, typed)))
      : await follow(equipment, typed);
    if (found.kind !== 'refused') equipment.wantIcon?.(found.sourceId);
    return found;
  };

  const inbox = openInbox(equipment, (task) => tracked(task).finally(() => rounds.wake()));

  return {
    follow: (typed, urgency = { isAwaited: true }) =>
      following(typed.trim(), () => tracked(followed(typed, urgency))),
    discover: (typed) =>
      discovering(typed.trim(), () =>
        tracked(unlessJustRefused(typed, () => unlessJustDiscovered(typed, () => discover(hasty, typed)))),
      ),
    refresh: (sourceId) => tracked(refresh(hasty, sourceId)).finally(() => rounds.wake()),
    fetchArticle: (postId) => fetching(postId, () => tracked(fetchArticle(hasty, postId))),
    fetchImage: (address) => tracked(fetchImage(address)),
    takeImported: (place) => tracked(takeParts(equipment, place)),
    verifyHub: (call) => tracked(verifyHub(equipment, call)).finally(() => rounds.wake()),
    expectsPush: (callback) => inbox.expects(callback),
    deliver: async (push) => inbox.deliver(push),
    start() {
      // Plans what a crash has left unplanned.
      planHosts([]);
      rounds.start();
      for (const work of background) work.start();
    },
    runDue: () => rounds.runDue(),
    keepLeases: () => equipment.held.renew(),
    async close() {
      const quiet = Promise.allSettled([rounds, ...background].map((work) => work.stop())).then(allEnded);
      const patience = new AbortController();
      await Promise.race([quiet, pause(equipment.clock, equipment.limits.closeMs, patience.signal)]);
      patience.abort();
      closing.abort();
      await quiet;
    },
  };
}

interface Tracking {
  /** Makes closing wait for a task that somebody has asked for. */
  tracked<T>(task: Promise<T>): Promise<T>;
  allEnded(): Promise<void>;
}

function trackTasks(): Tracking {
  const underWay = new Set<Promise<unknown>>();
  return {
    tracked(task) {
      const watched = task.finally(() => underWay.delete(watched));
      underWay.add(watched);
      return watched;
    },
    async allEnded() {
      // A task may start another one as it ends.
      while (underWay.size > 0) await Promise.allSettled(underWay);
    },
  };
}

/**
 * Loads the sanitiser with the first import: otherwise only the reader threads need it. Where no file descriptor is left to load it with, the
 * feed waits.
 */
async function takeParts(equipment: Equipment, place: ImportPlace): Promise<Taken> {
  const loaded = await import('./imports/take-imported.ts').catch((error: unknown) => {
    equipment.log.warn('import waits', { error });
  });
  return loaded ? loaded.takeImported(equipment, place) : 'away';
}

function equip(
  options: CrawlerOptions,
  closing: AbortSignal,
  plans: Pick<Equipment, 'planHosts' | 'wantIcon'>,
): Equipment {
  const node = randomUUID();
  const limits = { ...crawlerLimits, ...options.limits };
  let leases = 0;
  return {
    ...options,
    limits,
    heard: { at: undefined, missing: new Set() },
    ledTo: remember(options.clock, limits.ledAtMost),
    held: openHeldLeases({ ...options, limits }),
    ...plans,
    closing,
    nextToken: () => `${node}/${++leases}`,
  };
}

/** The same equipment for what a person waits for, however often it has to read a document. */
function readingFirst(equipment: Equipment): Equipment {
  const { read, extract } = equipment;
  const urgency: Urgency = { isAwaited: true };
  return {
    ...equipment,
    read: (bytes, from) => read(bytes, from, urgency),
    extract: (bytes, from) => extract(bytes, from, urgency),
  };
}
