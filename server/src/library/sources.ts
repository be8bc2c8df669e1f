// What an operator can ask of a Source.
import { Refusal } from '../model/refusal.ts';
import { findSourceAt } from '../store/sources.ts';
import type { Library } from './library.ts';

/** Visits the source at an address now, as far as politeness allows, and says what came of it. Throws Refusal `not-found`. */
export async function refreshSource({ store, crawler }: Library, address: string): Promise<string> {
  const sourceId = await store.read((tx) => findSourceAt(tx, address));
  if (sourceId === undefined) {
    throw new Refusal('not-found', `Cannot refresh feed: nobody here follows ${address}`);
  }
  return crawler.refresh(sourceId);
}
