// Keeps the copy in step with the service: what has changed since the cursor, then what happens, as it happens.
import { CourantError } from '@courant/client';
import { signal } from '@preact/signals';
import { begunAnew } from './begun-anew.ts';
import * as copy from './copy.ts';
import { forgetCopy, type RowIndex, readFact } from './database.ts';
import { forgetEarly } from './early.ts';
import { fillCopy } from './fill.ts';
import { hiddenGraceMs, pollEveryMs, retryWriteMs, staleMs } from './limits.ts';
import { checkOwner } from './owner.ts';
import { askedNow } from './pending.ts';
import { playedElsewhere } from './played.ts';
import { flush, queueEvents, restoreQueue, sending, waiting } from './queue.ts';
import { nothingToRestore, restoreFirst, restoreRest, untilRestored } from './restore.ts';
import { service } from './service.ts';

/** Whether the service was reached the last time. */
export const isOnline = signal(navigator.onLine);
/** When the service was last heard, in milliseconds since 1970. */
export const heardAt = signal(0);
/** Whether that is so long ago that people should know: there is a service, but it has not answered. */
export const isStale = signal(false);

let following: AbortController | undefined;
let triedAt = 0;
let missedCounts = false;
/** Whether what is here is older than what the service can tell the changes of. */
let isUselessCopy = false;
/** How often the change feed has told counts. */
let countsTold = 0;

/** Follows the service for as long as the page is there. */
export function startSync(): void {
  queueEvents.drained = () => void countAgain();
  queueEvents.reached = reached;
  addEventListener('online', () => void reconnect());
  addEventListener('offline', () => reached(false));
  addEventListener('pagehide', () => void copy.save());
  addEventListener('visibilitychange', followWhileVisible);
  setInterval(() => void pollWhenCut(), pollEveryMs);
  if (copy.isReady.peek()) void restoreRest();
  follow();
}

/** Brings up what the first screen shows of what this browser has; `first` are the rows that it begins with. */
export async function openCopy(first: RowIndex): Promise<void> {
  const [facts] = await Promise.all([readFacts(), restoreQueue()]);
  if (facts === undefined) return nothingToRestore();
  forgetEarly();
  await restoreFirst(first);
  copy.takeFacts(facts);
  heardAt.value ||= facts.heardAt ?? 0;
}

/** Asks for changes now. Gives whether the service was reached. */
export async function catchUp(): Promise<boolean> {
  // What has changed is told of rows that are in memory.
  await untilRestored('all');
  try {
    await checkOwner();
    if (copy.cursor.value === undefined) await begin();
    forgetEarly();
    for (let more = true; more; ) {
      const since = copy.cursor.value;
      const changes = await service.sync.changes({ since });
      // The stream has told more meanwhile: this is older, and would undo it.
      if (copy.cursor.value !== since) continue;
      take(changes);
      more = changes.more;
    }
    heard();
    return true;
  } catch (error) {
    if (isUseless(error)) return startAnew();
    reached(error instanceof CourantError);
    return false;
  }
}

async function readFacts(): Promise<copy.Facts | undefined> {
  const [feeds, groups, unread, whole, cursor, heardAt] = await Promise.all([
    readFact<copy.Facts['feeds']>('feeds'),
    readFact<copy.Facts['groups']>('groups'),
    readFact<copy.Facts['unread']>('unread'),
    readFact<copy.Facts['whole']>('whole'),
    readFact<string>('cursor'),
    readFact<number>('heardAt'),
  ]);
  if (cursor === undefined || feeds === undefined) return undefined;
  return { feeds, groups: groups ?? [], unread: unread ?? [], whole, cursor, heardAt };
}

/** The first time: a cursor for now, then what there is. What moves meanwhile is told behind the cursor. */
async function begin(): Promise<void> {
  const { cursor } = await service.sync.changes();
  const [feeds, groups] = await Promise.all([service.feeds.list(), service.groups.list()]);
  if (isUselessCopy) await forgetAll();
  copy.setFeeds(feeds);
  copy.setGroups(groups);
  copy.setUnread(new Map(feeds.map((feed) => [feed.id, feed['app.courant.feeds']?.unread_count ?? 0])));
  copy.cursor.value = cursor;
  copy.isReady.value = true;
  if (isUselessCopy) begunAnew.value++;
  isUselessCopy = false;
}

async function forgetAll(): Promise<void> {
  await forgetCopy().catch(() => {});
  copy.forgetRows();
}

/** Follows until the page is hidden for long. Never rejects. */
function follow(): void {
  if (following) return;
  const controller = new AbortController();
  following = controller;
  const { signal } = controller;
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      if (!(await catchUp())) {
        await untilWorthTrying(signal);
        continue;
      }
      fillCopy().catch(() => {});
      await listen(signal);
    }
  };
  void run();
}

/** What was done since the page was opened is sent once it is known who is signed in: sooner than by the minute. */
async function untilWorthTrying(signal: AbortSignal): Promise<void> {
  const end = Date.now() + pollEveryMs;
  do await pause(retryWriteMs, signal);
  while (!signal.aborted && Date.now() < end && (sending.isAllowed || waiting.peek() === 0));
}

async function listen(signal: AbortSignal): Promise<void> {
  try {
    const events = service.sync.events(
      { since: copy.cursor.value },
      { signal, onCut: ({ error }) => void (error && catchUp()) },
    );
    for await (const changes of events) {
      take(changes);
      heard();
    }
  } catch (error) {
    if (isUseless(error)) await startAnew();
    else if (!signal.aborted) await pause(pollEveryMs, signal);
  }
}

function take(changes: Awaited<ReturnType<typeof service.sync.changes>>): void {
  // Numbers that the service counted before it had our writes would make ours jump back and forth.
  const takesCounts = waiting.peek() === 0;
  if (!takesCounts && changes.counts) missedCounts = true;
  if (changes.counts) countsTold++;
  playedElsewhere.tell(changes.items?.played ?? []);
  const { unknown } = copy.applyChanges(changes, takesCounts);
  if (unknown.length > 0) void fetchUnknown(unknown);
}

async function fetchUnknown(ids: readonly number[]): Promise<void> {
  const asked = askedNow();
  const found = [];
  try {
    for await (const item of service.items.all({ ids: ids.slice(0, 1000) })) found.push(item);
  } catch {
    copy.setWhole({ unread: false, starred: false });
  }
  copy.takeItems(found, asked);
  copy.starsChanged.value++;
}

async function countAgain(): Promise<void> {
  if (!missedCounts) return;
  missedCounts = false;
  const before = [copy.counted.value, countsTold];
  const counts = await service.sync.counts().catch(() => undefined);
  const isLatest = copy.counted.value === before[0] && countsTold === before[1];
  if (counts && isLatest && waiting.peek() === 0) return copy.applyCounts(counts.feeds);
  missedCounts = true;
  // Somebody has read on meanwhile: while that is on its way, it is asked again behind it.
  if (counts && waiting.peek() === 0) await countAgain();
}

/** The cursor is of no use any more: too old, or of another account. What is here can be read until there is something else. */
async function startAnew(): Promise<boolean> {
  isUselessCopy = true;
  copy.cursor.value = undefined;
  return catchUp();
}

function isUseless(error: unknown): boolean {
  return error instanceof CourantError && error.status === 410;
}

function heard(): void {
  heardAt.value = Date.now();
  reached(true);
}

/** An answer that says that something is wrong comes from the service, too, but tells nothing. */
function reached(isReached: boolean): void {
  triedAt = Date.now();
  isOnline.value = isReached;
  isStale.value = heardAt.peek() > 0 && triedAt - heardAt.peek() > staleMs;
}

async function reconnect(): Promise<void> {
  if (await catchUp()) void flush();
}

async function pollWhenCut(): Promise<void> {
  const isSilent = Date.now() - triedAt > pollEveryMs;
  if (document.visibilityState === 'visible' && isSilent) await reconnect();
}

let hiding: ReturnType<typeof setTimeout> | undefined;

function followWhileVisible(): void {
  clearTimeout(hiding);
  if (document.visibilityState === 'visible') {
    follow();
    // A page that stood before this one may have been closed before it had sent everything.
    void flush();
    return;
  }
  void copy.save();
  hiding = setTimeout(() => {
    following?.abort();
    following = undefined;
  }, hiddenGraceMs);
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    const end = (): void => {
      clearTimeout(timer);
      resolve();
    };
    signal.addEventListener('abort', end, { once: true });
    addEventListener('online', end, { once: true });
  });
}
