// How the posts of a source are known is kept before its visit ends, where that takes several transactions.
import type { Source } from '../model/source.ts';
import { updateSource } from '../store/sources.ts';
import type { WriteTx } from '../store/store.ts';
import type { Comparison } from './identity.ts';
import { learnIdentity } from './learn.ts';

/** What proves that names change is less with each portion: those that follow must know it, and the next visit where this one is broken off. */
export async function keepIdentity(tx: WriteTx, source: Source, comparison: Comparison): Promise<void> {
  const memory = learnIdentity(source.memory, comparison);
  if (memory.identity !== source.memory.identity) await updateSource(tx, source.id, { ...source, memory });
}
