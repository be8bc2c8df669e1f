// Tells listeners of new items, and of those that are gone.
import type { Row } from './row.ts';

type Listener = (fresh: readonly Row[]) => void;
const listeners = new Set<Listener>();

/** Calls the listener with items that have just been published. Returns a function that ends this. */
export function onNewItems(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function tellNewItems(fresh: readonly Row[]): void {
  if (fresh.length > 0) for (const listener of listeners) listener(fresh);
}

/** `tell` is called with items that are gone, here or at the service. */
export const goneItems = { tell: (_ids: ReadonlySet<number>): void => {} };
