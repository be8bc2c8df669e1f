// Writes on their way: kept in the database until the service has them, sent in order, reverted when it refuses them for good.
import { signal } from '@preact/signals';
import { countEach, missing, rows, setMissing, takeTouched, touchRow } from './copy.ts';
import { type QueuedPosition, type QueuedWrite, readQueue, write } from './database.ts';
import { retryWriteMs, turnPatienceMs } from './limits.ts';
import { addPending, type Mark, removePending } from './pending.ts';
import type { Row } from './row.ts';
import { hasAnswered, isPassing, service, wordsOf } from './service.ts';

/** How many items wait for their write. */
export const waiting = signal(0);

/** Callbacks. `refused` gets the service's words when it has refused a write for good. */
export const queueEvents = {
  refused: (_words: string): void => {},
  drained: (): void => {},
  reached: (_isReached: boolean): void => {},
};

/** Nothing is sent before it is certain that what waits belongs to the person who is signed in (`owner.ts`). */
export const sending = { isAllowed: false };

/** A write with a request of its own, whose result its caller waits for. Should the page be closed before, an ordinary write is kept. */
interface Asked extends QueuedWrite {
  /** Never rejects. */
  ask(): Promise<void>;
  giveUp(error: unknown): void;
}

let queue: (QueuedWrite | Asked)[] = [];
/** The writes being put into the database: one that is removed before it is there would be found later, and sent once more. */
const keeping = new WeakMap<QueuedWrite, Promise<void>>();
let flushing: Promise<void> | undefined;
let retry: ReturnType<typeof setTimeout> | undefined;

/** Takes up what an earlier page left. */
export async function restoreQueue(): Promise<void> {
  const kept = (await readQueue()) ?? [];
  if (!kept.every(isWrite)) void import('./positions.ts').then(({ sendPositions }) => sendPositions());
  takeUp(kept.filter(isWrite));
}

/** Rows are saved later than the queue, so waiting writes are applied again to rows that come out of the database. */
export function repeatOn(saved: readonly Row[]): void {
  if (queue.length === 0) return;
  const restored = new Map(saved.map((row) => [row.id, row]));
  for (const { kind, ids } of queue) {
    for (const id of ids) {
      const row = restored.get(id);
      if (!row) continue;
      row[fieldOf(kind)].value = marksAs(kind);
      // The page that has marked it may have ended before it was kept.
      touchRow(id);
    }
  }
}

/** Keeps a write and sends it when possible. The rows show it already. */
export async function enqueue(kind: QueuedWrite['kind'], ids: readonly number[]): Promise<void> {
  await add({ kind, ids: [...ids] });
  await flush();
}

/** Resolves when the entry is kept. */
function add(entry: QueuedWrite | Asked): Promise<void> {
  addPending(markOf(entry.kind), entry.ids, marksAs(entry.kind));
  queue.push(entry);
  countWaiting();
  const kept = keep(entry);
  keeping.set(entry, kept);
  return kept;
}

async function keep(entry: QueuedWrite): Promise<void> {
  const { kind, ids } = entry;
  if (ids.length === 0) return;
  const key = await write({ enqueue: { kind, ids } }).catch(() => undefined);
  if (key !== undefined) entry.key = key;
}

/**
 * Sends a request that changes these items, too, in its turn: after earlier writes, and before later ones. Rejects when the
 * earlier ones cannot be sent now, or when `allowed` does, for which it waits.
 */
export function askInTurn<T>(
  { kind, ids }: Pick<QueuedWrite, 'kind' | 'ids'>,
  ask: () => Promise<T>,
  allowed?: Promise<void>,
): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const kept = add({ kind, ids, ask: () => ask().then(resolve, reject), giveUp: reject });
  void Promise.all([kept, allowed]).then(flush, giveUp);
  return promise;
}

/** Sends what waits. Called again when the connection is back. Resolves when all of it is sent, or when some cannot be sent now. */
export async function flush(): Promise<void> {
  if (sending.isAllowed) flushing ??= sendAll();
  await flushing;
}

async function sendAll(): Promise<void> {
  clearTimeout(retry);
  try {
    do {
      await inTurn(async (isAlone) => {
        await takeStock(isAlone);
        while (queue.length > 0) await sendNext();
      });
      // Something may have been queued while the lock was released.
    } while (queue.length > 0);
    queueEvents.drained();
  } catch (error) {
    giveUp(error);
    retry = setTimeout(() => void flush(), retryWriteMs);
  } finally {
    flushing = undefined;
    countWaiting();
  }
}

function giveUp(error: unknown): void {
  for (const asked of queue.filter(isAsked)) {
    void finish([asked]);
    asked.giveUp(error);
  }
}

/**
 * Runs while no other page of this browser does. Runs nevertheless where there are no locks (they need a secure address), or when
 * another page holds the lock for long, such as one that was put to sleep: a mark that is sent twice does no harm.
 */
async function inTurn(run: (isAlone: boolean) => Promise<void>): Promise<void> {
  let hasBegun = false;
  const begin = (isAlone: boolean): Promise<void> => {
    hasBegun = true;
    return run(isAlone);
  };
  try {
    const signal = AbortSignal.timeout(turnPatienceMs);
    await navigator.locks.request('queue', { signal }, () => begin(true));
  } catch (error) {
    if (hasBegun) throw error;
    await begin(false);
  }
}

/** Drops what another page has sent meanwhile, and takes up what a closed page left. */
async function takeStock(isAlone: boolean): Promise<void> {
  // Before the question: what is put into the database meanwhile may be missing in the answer.
  const ours = queue.filter((each) => each.key !== undefined && !isAsked(each));
  const kept = await readQueue();
  if (kept === undefined) return;
  const keys = new Set(kept.map(({ key }) => key));
  // The other page may have given it up, or sent it before something that was told already.
  leave(
    ours.filter(({ key }) => !keys.has(key)),
    false,
  );
  const held = new Set(queue.map(({ key }) => key));
  if (isAlone) takeUp(kept.filter(isWrite).filter(({ key }) => !held.has(key)));
}

/** Puts writes in the order of their keys, and shows them in the rows. */
function takeUp(left: readonly QueuedWrite[]): void {
  for (const each of left) {
    const { key = 0, kind, ids } = each;
    addPending(markOf(kind), ids, marksAs(kind));
    const later = queue.findIndex((other) => (other.key ?? key + 1) > key);
    queue.splice(later === -1 ? queue.length : later, 0, each);
  }
  repeatOn(left.flatMap(({ ids }) => ids.flatMap((id) => rows.get(id) ?? [])));
  countWaiting();
}

/** Sends the first write along with those of the same kind that follow. Rejects when trying again later may help. */
async function sendNext(): Promise<void> {
  const [first] = queue;
  if (!first) return;
  if (isAsked(first)) {
    await first.ask();
    return finish([first]);
  }
  const { kind } = first;
  const end = queue.findIndex((each) => each.kind !== kind || isAsked(each));
  const batch = queue.slice(0, end === -1 ? undefined : end);
  const ids = withoutOverridden(batch);
  try {
    if (ids.length > 0) {
      await senders[kind](ids);
      queueEvents.reached(true);
    }
  } catch (error) {
    if (isPassing(error)) {
      queueEvents.reached(hasAnswered(error));
      throw error;
    }
    takeBack(kind, ids);
    queueEvents.refused(wordsOf(error));
  }
  await finish(batch);
}

/**
 * The items of the first writes that no later one of this page marks otherwise, such as an Undo: as if the first had never been meant. What
 * another page has kept may be a request of its own there, which it gives up.
 */
function withoutOverridden(batch: readonly QueuedWrite[]): number[] {
  const next = queue.findIndex(isAsked);
  const later = queue.slice(batch.length, next === -1 ? undefined : next).filter((each) => keeping.has(each));
  const mark = batch[0] && markOf(batch[0].kind);
  const overridden = new Set(later.flatMap(({ kind, ids }) => (markOf(kind) === mark ? ids : [])));
  return batch.flatMap(({ ids }) => ids).filter((id) => !overridden.has(id));
}

/**
 * Removes writes that are done, whatever came of them, here and in the database. Their rows are saved with that: the next page may read
 * the copy before this one, which is being left, has saved them.
 */
async function finish(batch: readonly QueuedWrite[]): Promise<void> {
  leave(batch);
  await Promise.all(batch.map((each) => keeping.get(each)));
  const dequeue = batch.flatMap(({ key }) => key ?? []);
  const touched = takeTouched(batch.flatMap(({ ids }) => ids));
  await write({ rows: touched, dequeue }).catch(async () => {
    for (const { id } of touched) touchRow(id);
    // On a full disk nothing is added, but what is done must not be sent again.
    await write({ dequeue }).catch(() => {});
  });
}

/** Items of which it is not sure what has become are asked for when all is sent. */
function leave(entries: readonly QueuedWrite[], isSure?: boolean): void {
  queue = queue.filter((each) => !entries.includes(each));
  const doubted = entries.flatMap(({ kind, ids }) => removePending(markOf(kind), ids, isSure));
  if (doubted.length > 0) setMissing([...missing.ids, ...doubted]);
  countWaiting();
}

function isWrite(entry: QueuedWrite | QueuedPosition): entry is QueuedWrite {
  return entry.kind !== 'position';
}

function isAsked(entry: QueuedWrite | Asked): entry is Asked {
  return 'ask' in entry;
}

const senders: Record<QueuedWrite['kind'], (ids: number[]) => Promise<unknown>> = {
  read: (ids) => service.items.markManyRead(ids),
  unread: (ids) => service.items.markManyUnread(ids),
  star: (ids) => service.stars.addMany(ids),
  unstar: (ids) => service.stars.removeMany(ids),
};

function takeBack(kind: QueuedWrite['kind'], ids: readonly number[]): void {
  for (const id of ids) {
    const row = rows.get(id);
    if (row === undefined) continue;
    const field = fieldOf(kind);
    if (row[field].peek() !== marksAs(kind)) continue;
    row[field].value = !marksAs(kind);
    if (field === 'read') countEach([[row.feedId, row.read.peek() ? -1 : 1]]);
    touchRow(id);
  }
}

function markOf(kind: QueuedWrite['kind']): Mark {
  return kind === 'read' || kind === 'unread' ? 'read' : 'star';
}

function fieldOf(kind: QueuedWrite['kind']): 'read' | 'starred' {
  return markOf(kind) === 'read' ? 'read' : 'starred';
}

function marksAs(kind: QueuedWrite['kind']): boolean {
  return kind === 'read' || kind === 'star';
}

function countWaiting(): void {
  waiting.value = new Set(queue.flatMap(({ ids }) => ids)).size;
}
