// How far a person has come in the audio and video of Items, so that playback continues there on another device.
import { begun, type FilePosition } from '../model/playback.ts';
import { Refusal } from '../model/refusal.ts';
import { appendChange } from '../store/changes.ts';
import { lockSequence } from '../store/counters.ts';
import { findItem } from '../store/items/items.ts';
import { forgetPlayed, keepPositions, playedAfter } from '../store/items/playback.ts';
import { pageByPage } from '../store/page-by-page.ts';
import { noSuchItem } from './items.ts';
import type { Library } from './library.ts';
import { marksAtOnce } from './limits.ts';

/** The position in a file, and how long ago it was there. */
interface Heard {
  url: string;
  seconds: number;
  agoMs: number;
}

/**
 * Stores how far the user has come, unless a later position is known, and returns the item's current positions. Clocks of devices are
 * not trusted: each says how long ago it was. Throws Refusal `not-found`, and `cannot` for a file that the item does not have.
 */
export function keepPosition(
  { store }: Library,
  userId: number,
  { id, heard }: { id: number; heard: Heard },
): Promise<FilePosition[]> {
  return store.write(async (tx) => {
    await lockSequence(tx, userId);
    const item = await findItem(tx, userId, id);
    if (!item) return noSuchItem('keep position', id);
    if (!item.details.enclosures?.some(({ url }) => url === heard.url)) {
      throw new Refusal('cannot', 'Cannot keep position: the item has no file of that address');
    }
    const position = { url: heard.url, seconds: heard.seconds, at: Math.round(tx.now - heard.agoMs) };
    const kept = await keepPositions(tx, { userId, id }, [position]);
    if (!kept) return [...item.positions];
    await appendChange(tx, userId, 'items.played', [id]);
    return begun(kept);
  });
}

/** Forgets positions in items that are gone for good, in portions: to be called now and then. */
export async function forgetPositions({ store }: Pick<Library, 'store'>): Promise<void> {
  const read = (after: number) => store.read((tx) => playedAfter(tx, { after, limit: marksAtOnce }));
  for await (const played of pageByPage(read, ({ id }) => id)) {
    const gone = played.filter(({ isHere }) => !isHere).map(({ id }) => id);
    if (gone.length > 0) await store.write((tx) => forgetPlayed(tx, gone));
  }
}
