// Removes an import with all that is kept of it, a little at a time.
import { deleteImport } from '../../store/imports.ts';
import type { Store } from '../../store/store.ts';
import { othersTurn } from '../../store/turn.ts';
import { importLimits } from './limits.ts';

export async function dropImport(store: Store, id: number): Promise<void> {
  while (!(await store.write((tx) => deleteImport(tx, id, importLimits.forgotten)))) await othersTurn();
}
