// Stores how the posts of a source are recognised before its visit has ended, when recording it takes several transactions.
import type { Source } from '../../model/source.ts';
import { updateSource } from '../../store/sources/sources.ts';
import type { WriteTx } from '../../store/store.ts';
import { learnIdentity } from '../learn.ts';
import type { Comparison } from './identity.ts';

/** Each portion stored leaves less evidence that names change: later portions must know, as must the next visit if this one breaks off. */
export async function keepIdentity(tx: WriteTx, source: Source, comparison: Comparison): Promise<void> {
  const memory = learnIdentity(source.memory, comparison);
  if (memory.identity !== source.memory.identity) await updateSource(tx, source.id, { ...source, memory });
}
