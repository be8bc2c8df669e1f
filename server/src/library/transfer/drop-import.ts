// Removes imports with everything that is stored for them, in portions.
import type { Store } from '../../store/store.ts';
import { deleteImport, halfImports } from '../../store/transfer/imports.ts';
import { othersTurn } from '../../store/turn.ts';
import { importLimits } from './limits.ts';

export async function dropImport(store: Store, id: number): Promise<void> {
  while (!(await store.write((tx) => deleteImport(tx, id, importLimits.forgotten)))) await othersTurn();
}

/** A document that was only half handed in is dropped: whoever handed it in got an error, or none if the process died. */
export async function dropHalfImports(store: Store): Promise<void> {
  const half = await store.read((tx) => halfImports(tx, tx.now - importLimits.loadingMs));
  for (const id of half) await dropImport(store, id);
}
