// Tells listeners of new items, of those that are gone, and of what is played elsewhere.
import type { FilePosition } from '@courant/client';
import type { Row } from './row.ts';

/** `isMoreToCome`: the service has more to tell that it has published already. */
type Listener = (fresh: readonly Row[], isMoreToCome: boolean) => void;
const listeners = new Set<Listener>();

/** Calls the listener with items that have just been published, also with none at the end. Returns a function that ends this. */
export function onNewItems(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function tellNewItems(fresh: readonly Row[], isMoreToCome: boolean): void {
  for (const listener of listeners) listener(fresh, isMoreToCome);
}

/** `tell` is called with items that are gone, here or at the service. */
export const goneItems = { tell: (_ids: ReadonlySet<number>): void => {} };

/** `soon` is called before what was removed elsewhere goes from the page. */
export const goneElsewhere = { soon: (): void => {} };

/** `tell` is called with what was played on another device, once there is a player. */
export const playedElsewhere = {
  tell: (_items: readonly { id: number; positions: readonly FilePosition[] }[]): void => {},
};
