// Removes imports with everything that is stored for them, in portions.
import type { Store, WriteTx } from '../../store/store.ts';
import { deleteImport, type HeldImport, halfImports, holdImport } from '../../store/transfer/imports.ts';
import { othersTurn } from '../../store/turn.ts';
import { importLimits } from './limits.ts';

/** `isToGo`: whether it still is, for one that somebody may open meanwhile. */
export async function dropImport(
  store: Store,
  id: number,
  isToGo: (held: HeldImport) => boolean = () => true,
): Promise<void> {
  const dropSome = async (tx: WriteTx): Promise<boolean> => {
    const held = await holdImport(tx, id);
    return !held || !isToGo(held) || deleteImport(tx, id, importLimits.forgotten);
  };
  while (!(await store.write(dropSome))) await othersTurn();
}

/** A document that was only half handed in is dropped: whoever handed it in got an error, or none if the process died. */
export async function dropHalfImports(store: Store): Promise<void> {
  const half = await store.read((tx) => halfImports(tx, tx.now - importLimits.loadingMs));
  for (const id of half) await dropImport(store, id, ({ state }) => state === 'loading');
}
