// Removes an import with everything that is stored for it, in portions.
import type { Store } from '../../store/store.ts';
import { deleteImport } from '../../store/transfer/imports.ts';
import { othersTurn } from '../../store/turn.ts';
import { importLimits } from './limits.ts';

export async function dropImport(store: Store, id: number): Promise<void> {
  while (!(await store.write((tx) => deleteImport(tx, id, importLimits.forgotten)))) await othersTurn();
}
