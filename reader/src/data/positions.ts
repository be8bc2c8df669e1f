// Playback positions in audio and video: kept here at once, sent to the service when possible, and fetched from it on other devices.
import { type QueuedPosition, readFact, readQueue, write } from './database.ts';
import { keptPositions, retryPositionsMs } from './limits.ts';
import { checkOwner } from './owner.ts';
import { isPassing, service } from './service.ts';

/** Where somebody is in a file of an item. */
interface Position {
  id: number;
  url: string;
  seconds: number;
}

/** The position that this browser knows for a file; 0 when it knows none. */
export async function positionHere(url: string): Promise<number> {
  await restored;
  return (await saving.then(known))[url] ?? 0;
}

/** The position that the service knows, after it got those of this browser; undefined while it cannot be reached, or does not know the file. */
export async function positionAnywhere(id: number, url: string): Promise<number | undefined> {
  try {
    await sendPositions();
    if (waiting.size > 0) return undefined;
    const item = await service.items.get(id);
    // It may have another address there since: then nothing is known of this one.
    if (!item['app.courant.items']?.enclosures.some((file) => file.url === url)) return undefined;
    const found = item['app.courant.playback']?.positions.find((position) => position.url === url);
    return found?.seconds ?? 0;
  } catch {
    return undefined;
  }
}

/** Keeps a position, and sends it to the service. Of each file only the latest matters. */
export async function keepPosition({ id, url, seconds }: Position): Promise<void> {
  await restored;
  const entry: QueuedPosition = { kind: 'position', ids: [id], url, seconds, at: Date.now() };
  const before = waiting.get(nameOf(entry));
  waiting.set(nameOf(entry), entry);
  // At once, whatever else is being written: a page that is being left gets no answer any more.
  const kept = write({ enqueue: entry }).catch(() => undefined);
  saving = saving.then(async () => {
    const key = await kept;
    if (key !== undefined) entry.key = key;
    await note(entry, key === undefined ? undefined : before);
  });
  await saving;
  await sendPositions();
}

/** Sends what the service does not know yet. Never rejects: what cannot be sent is tried again. */
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

/** The latest position of each file of each item that the service does not have yet. */
const waiting = new Map<string, QueuedPosition>();
/**
 * When a position of each file was last sent. The service dates a position by its arrival, so one that travelled slowly would
 * count as later than a quicker one sent after it.
 */
const toldAt = new Map<string, number>();
let sending: Promise<void> | undefined;
let retry: ReturnType<typeof setTimeout> | undefined;
/** One after the other, so that an entry that is replaced has its key, and none is noted over a later one. */
let saving = Promise.resolve();

/** Takes up what an earlier page left, perhaps before it had noted it. */
const restored = readQueue().then((left = []) => {
  for (const each of left) {
    if (each.kind !== 'position') continue;
    // A page that was left has not taken out what it replaced.
    const before = waiting.get(nameOf(each));
    waiting.set(nameOf(each), each);
    saving = saving.then(() => note(each, before));
  }
});

addEventListener('online', () => void sendPositions());

async function sendAll(): Promise<void> {
  await restored;
  if (waiting.size === 0) return;
  await checkOwner();
  // One that was replaced while it was being sent is sent again.
  for (let [entry] = waiting.values(); entry; [entry] = waiting.values()) await send(entry);
}

/** Rejects when trying again later may help. */
async function send(entry: QueuedPosition): Promise<void> {
  const { ids, url, seconds } = entry;
  const at = Math.max(entry.at, toldAt.get(nameOf(entry)) ?? 0);
  try {
    await service.playback.keep(ids[0], { url, seconds, agoSeconds: Math.max(0, Date.now() - at) / 1000 });
  } catch (error) {
    if (isPassing(error)) throw error;
    // The item is gone, or has another file by now: its position is of no use.
  } finally {
    toldAt.set(nameOf(entry), Date.now());
  }
  if (waiting.get(nameOf(entry)) === entry) waiting.delete(nameOf(entry));
  await saving;
  await write({ dequeue: keysOf(entry) }).catch(() => {});
}

/** Among those that this browser knows, whether the service does or not; the one that it replaces need not be sent. Never rejects. */
async function note({ url, seconds }: QueuedPosition, before?: QueuedPosition): Promise<void> {
  const { [url]: _, ...others } = await known();
  const entries = Object.entries(others).slice(-(keptPositions - 1));
  const facts = { positions: Object.fromEntries(seconds > 0 ? [...entries, [url, seconds]] : entries) };
  await write({ facts, dequeue: keysOf(before) }).catch(() => {});
}

/** Read anew each time, because other pages of this browser write there, too. */
async function known(): Promise<Record<string, number>> {
  return (await readFact<Record<string, number>>('positions')) ?? {};
}

function nameOf({ ids, url }: QueuedPosition): string {
  return `${ids[0]} ${url}`;
}

function keysOf(entry: QueuedPosition | undefined): number[] {
  return entry?.key === undefined ? [] : [entry.key];
}
