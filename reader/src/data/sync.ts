// Keeps the copy in step with the service: first what has changed since the cursor, then events as they happen.
import { CourantError } from '@courant/client';
import { applyChanges } from './apply-changes.ts';
import { begunAnew } from './begun-anew.ts';
import { playedElsewhere } from './comings-and-goings.ts';
import * as copy from './copy.ts';
import { type EarlyCursor, forgetEarly } from './early.ts';
import { hiddenGraceMs, keptItems, pollEveryMs, retryWriteMs, spareItems, staleMs } from './limits.ts';
import type { Listener } from './listen-together.ts';
import { checkOwner } from './owner.ts';
import { askedNow } from './pending.ts';
import { flush, queueEvents, sending, waiting } from './queue.ts';
import { heardAt, isOnline, isStale } from './reached.ts';
import { untilRestored } from './restore.ts';
import { hasAnswered, service } from './service.ts';

let following: AbortController | undefined;
let triedAt = Date.now();
/** Whether the connection to the service was lost, and the stream has not been opened anew since. */
let isCut = false;
/** Whether the copy is so old that the service cannot tell the changes since. */
let isUselessCopy = false;

/** Follows the service as long as the page is open. */
export function startSync(): void {
  queueEvents.drained = copy.begun.isOlder = complete;
  queueEvents.reached = reached;
  addEventListener('online', () => void reconnect());
  addEventListener('offline', () => reached(false));
  addEventListener('pagehide', () => {
    void copy.save();
    stopFollowing();
  });
  // Not every browser tells a page that it has kept, and shows again, that it is visible.
  for (const event of ['visibilitychange', 'pageshow']) addEventListener(event, followWhileVisible);
  void pollWhenSilent();
  follow();
  // The page may have been opened in the background.
  followWhileVisible();
}

/** Asks for changes now. Resolves to whether the service was reached. */
export async function catchUp(): Promise<boolean> {
  // Changes are applied to rows in memory.
  await untilRestored('all');
  try {
    await checkOwner();
    if (copy.cursor.value === undefined) await begin();
    forgetEarly();
    for (let more = true; more; ) {
      const since = copy.cursor.value;
      const changes = await service.sync.changes({ since });
      // The event stream has told more meanwhile: this answer is older, and would undo that.
      if (copy.cursor.value !== since) continue;
      take(changes);
      more = changes.more;
    }
    heard();
    return true;
  } catch (error) {
    // What was asked for before the cursor of the next try would miss what changes in between.
    forgetEarly();
    if (isUseless(error)) return startAnew();
    reached(hasAnswered(error), !(error instanceof CourantError));
    return false;
  }
}

/** The first time: takes a cursor, then everything. Changes made in between are told after the cursor. */
async function begin(): Promise<void> {
  const { cursor } = await service.sync.changes();
  // A list that was asked for early may have waited for it, but not for that of another try.
  const early = globalThis as EarlyCursor;
  const isLate = isUselessCopy || !early.hasCursor;
  early.hasCursor = false;
  if (isLate) copy.begun.at = askedNow();
  const [feeds, groups] = await Promise.all([service.feeds.list(), service.groups.list()]);
  if (isUselessCopy) await forgetAll();
  copy.setFeeds(feeds);
  copy.setGroups(groups);
  copy.setUnread(new Map(feeds.map((feed) => [feed.id, feed['app.courant.feeds']?.unread_count ?? 0])));
  copy.cursor.value = cursor;
  if (isLate) copy.setMissing([...copy.rows.keys()]);
  copy.isReady.value = true;
  if (isUselessCopy) begunAnew.value++;
  isUselessCopy = false;
}

async function forgetAll(): Promise<void> {
  // First in memory: what is saved meanwhile would come back.
  copy.forgetRows();
  await import('./forget.ts').then(({ forgetCopy }) => forgetCopy()).catch(() => {});
}

/** Follows until the page has been hidden for long. Never rejects. */
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
      void tend('fillCopy');
      await listen(signal);
    }
  };
  void run();
}

/** Completes, fills or thins out the copy, with code that no list needs. Never rejects. */
async function tend(how: 'fetchMissing' | 'fillCopy' | 'prune'): Promise<void> {
  await import('./fill.ts').then((fill) => fill[how]()).catch(() => {});
}

/** Waits before the next try. Less than a minute while writes wait for it to be known who is signed in. */
async function untilWorthTrying(signal: AbortSignal): Promise<void> {
  // Not by the time of day: while a clock that was fast is set right, it would be a minute for hours.
  let left = pollEveryMs / retryWriteMs;
  do await pause(retryWriteMs, signal);
  while (!signal.aborted && --left && (sending.isAllowed || waiting.peek() === 0));
}

async function listen(signal: AbortSignal): Promise<void> {
  try {
    const { listenTogether } = await import('./listen-together.ts');
    await listenTogether(listener, signal);
  } catch (error) {
    if (isUseless(error)) await startAnew();
    else if (!signal.aborted) await pause(pollEveryMs, signal);
  }
}

const listener: Listener = {
  cursor: () => copy.cursor.value,
  open: (options) => service.sync.events({ since: copy.cursor.value }, options),
  take(changes) {
    take(changes);
    heard();
    isCut = false;
  },
  catchUp: () => void catchUp(),
};

function take(changes: Awaited<ReturnType<typeof service.sync.changes>>): void {
  // Counts from before the service had our writes would make ours jump back and forth.
  const takesCounts = waiting.peek() === 0;
  if (!takesCounts && changes.counts) {
    copy.missedCounts.value = true;
    // Kept with the cursor: the page may be left before they were asked for, and the change feed does not tell them again.
    copy.touch('missedCounts', true);
  }
  if (changes.counts) copy.counted.value++;
  applyChanges(changes, takesCounts);
  // Afterwards, because what was played may have got another address just before.
  playedElsewhere.tell(changes.items?.played ?? []);
  // A page may be open for weeks, and is filled only when it begins to listen.
  if (copy.rows.size > keptItems + spareItems) void tend('prune');
}

async function countAgain(): Promise<void> {
  if (!copy.missedCounts.value || waiting.peek() > 0) return;
  copy.missedCounts.value = false;
  const before = copy.counted.value;
  const counts = await service.sync.counts().catch(() => undefined);
  if (counts && copy.counted.value === before && waiting.peek() === 0) {
    copy.touch('missedCounts', false);
    return copy.applyCounts(counts.feeds);
  }
  copy.missedCounts.value = true;
  // The person has read on meanwhile. If that is still being sent, `drained` asks again; otherwise ask again here.
  if (counts) await countAgain();
}

/** The cursor is of no use any more: too old, or of another account. The copy stays readable until it is replaced. */
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
  complete();
  reached(true);
}

/** Asks for what was missed, and for the numbers if it is not known what became of an item. */
function complete(): void {
  copy.missedCounts.value ||= copy.missing.ids.length > 0;
  void countAgain();
  void tend('fetchMissing');
}

/** An error answer of the service means that it was reached, too, but not that it was heard (`heardAt`). A proxy that has none behind it cuts nothing: it need not be asked more often. */
function reached(isReached: boolean, isLost = !isReached): void {
  triedAt = Date.now();
  isOnline.value = isReached;
  isCut ||= isLost;
  isStale.value = heardAt.peek() > 0 && triedAt - heardAt.peek() > staleMs;
}

async function reconnect(): Promise<void> {
  if (!(await catchUp())) return;
  void flush();
  if (!isCut || !following) return;
  isCut = false;
  // The stream may be dead without knowing it, or wait for long before it is tried again.
  stopFollowing();
  follow();
}

async function pollWhenSilent(): Promise<never> {
  for (;;) {
    const before = Date.now();
    await new Promise((resolve) => setTimeout(resolve, retryWriteMs));
    // The computer has slept: its connections may be dead, and nothing tells the browser.
    if (Date.now() - before > pollEveryMs) isCut = true;
    // A clock that was fast may have been set right.
    const isSilent = Math.abs(Date.now() - triedAt) > (isCut ? retryWriteMs : pollEveryMs);
    if (document.visibilityState === 'visible' && isSilent) await reconnect();
  }
}

let hiding: ReturnType<typeof setTimeout> | undefined;

function followWhileVisible(): void {
  clearTimeout(hiding);
  if (document.visibilityState === 'visible') {
    follow();
    // Another page may have been closed before it had sent everything.
    void flush();
    return;
  }
  void copy.save();
  hiding = setTimeout(stopFollowing, hiddenGraceMs);
}

function stopFollowing(): void {
  following?.abort();
  following = undefined;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    // Takes the listeners back: while the service is away for days, they would be thousands.
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      removeEventListener('online', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
    addEventListener('online', end);
  });
}
