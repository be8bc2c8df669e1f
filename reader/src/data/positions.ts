// How far somebody has come in sound and film: kept here at once, told the service when that can be, and asked of it elsewhere.
import { type QueuedPosition, readFact, readQueue, write } from './database.ts';
import { keptPositions, retryPositionsMs } from './limits.ts';
import { checkOwner } from './owner.ts';
import { isPassing, service } from './service.ts';

/** Where somebody is in a file of an item. */
export interface Position {
  id: number;
  url: string;
  seconds: number;
}

/** What this browser knows of a file; 0: nothing. */
export async function positionHere(url: string): Promise<number> {
  return (await known())[url] ?? 0;
}

/** What the service knows of a file, once it knows what this browser does; undefined while it is out of reach. */
export async function positionAnywhere(id: number, url: string): Promise<number | undefined> {
  try {
    await sendPositions();
    if (waiting.size > 0) return undefined;
    const item = await service.items.get(id);
    const found = item['app.courant.playback']?.positions.find((position) => position.url === url);
    return found?.seconds ?? 0;
  } catch {
    return undefined;
  }
}

/** Keeps a position, and tells the service. Of each file only the latest is of use to anybody. */
export async function keepPosition({ id, url, seconds }: Position): Promise<void> {
  await restored;
  const entry: QueuedPosition = { kind: 'position', ids: [id], url, seconds, at: Date.now() };
  const before = waiting.get(nameOf(entry));
  waiting.set(nameOf(entry), entry);
  const { [url]: _, ...others } = await known();
  const entries = Object.entries(others).slice(-(keptPositions - 1));
  const facts = { positions: Object.fromEntries(seconds > 0 ? [...entries, [url, seconds]] : entries) };
  // One after the other, so that what is replaced is there.
  saving = saving.then(async () => {
    const key = await write({ facts, enqueue: entry, dequeue: keysOf(before) }).catch(() => undefined);
    if (key !== undefined) entry.key = key;
  });
  await saving;
  await sendPositions();
}

/** Tells the service what it does not know yet. Never rejects: what cannot be told is tried again. */
export function sendPositions(): Promise<void> {
  clearTimeout(retry);
  sending ??= sendAll()
    .catch(() => {
      retry = setTimeout(() => void sendPositions(), retryPositionsMs);
    })
    .finally(() => {
      sending = undefined;
    });
  return sending;
}

/** Of each file of each item the latest that the service has not got. */
const waiting = new Map<string, QueuedPosition>();
/**
 * When the service was last told of a file. It takes what is on its way for time that has gone by, so one that travelled slowly
 * would stand for later than the quicker one behind it.
 */
const toldAt = new Map<string, number>();
let sending: Promise<void> | undefined;
let retry: ReturnType<typeof setTimeout> | undefined;
let saving = Promise.resolve();

/** What an earlier page has left. */
const restored = readQueue().then((left = []) => {
  for (const each of left) if (each.kind === 'position') waiting.set(nameOf(each), each);
});

addEventListener('online', () => void sendPositions());

async function sendAll(): Promise<void> {
  await restored;
  if (waiting.size === 0) return;
  await checkOwner();
  // One that is replaced on its way goes again.
  for (let [entry] = waiting.values(); entry; [entry] = waiting.values()) await send(entry);
}

/** Rejects when waiting may help. */
async function send(entry: QueuedPosition): Promise<void> {
  const { ids, url, seconds } = entry;
  const at = Math.max(entry.at, toldAt.get(nameOf(entry)) ?? 0);
  try {
    await service.playback.keep(ids[0], { url, seconds, agoSeconds: Math.max(0, Date.now() - at) / 1000 });
  } catch (error) {
    if (isPassing(error)) throw error;
    // The item is gone, or has another file by now: there is nothing to go on in.
  } finally {
    toldAt.set(nameOf(entry), Date.now());
  }
  if (waiting.get(nameOf(entry)) === entry) waiting.delete(nameOf(entry));
  await saving;
  await write({ dequeue: keysOf(entry) }).catch(() => {});
}

function known(): Promise<Record<string, number>> {
  const read = async () => (await readFact<Record<string, number>>('positions')) ?? {};
  // Other pages of this browser keep theirs there, too.
  return saving.then(read);
}

function nameOf({ ids, url }: QueuedPosition): string {
  return `${ids[0]} ${url}`;
}

function keysOf(entry: QueuedPosition | undefined): number[] {
  return entry?.key === undefined ? [] : [entry.key];
}
