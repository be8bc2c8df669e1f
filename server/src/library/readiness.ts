// Whether the house can serve at the moment.
import { ping } from '../store/ping.ts';
import type { Library } from './library.ts';

/** Whether the store answers. */
export async function isReady({ store }: Library): Promise<boolean> {
  try {
    await store.read(ping);
    return true;
  } catch {
    return false;
  }
}
