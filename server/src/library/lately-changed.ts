// Items that were changed lately: retention leaves them alone, so that there is something left to undo.
import type { ChangeKind } from '../model/change.ts';
import { changesOfKinds, placeBefore } from '../store/changes.ts';
import { editedByTheirSite } from '../store/items/removed-items.ts';
import type { ReadTx, Store } from '../store/store.ts';
import { othersTurn } from '../store/turn.ts';
import { changesAtOnce, slipsForgivenMs } from './limits.ts';

/**
 * What takes from an item the reason for which a policy has spared it, or shows that a person is at it. A tag that is taken off is told as an
 * edit. New items are not among them: those that came long ago, by an import, go by their age.
 */
const sparing: readonly ChangeKind[] = ['items.read', 'items.unstarred', 'items.played', 'items.edited'];

export interface LatelyChanged {
  /** Reads on; `more` if the end is not reached yet. */
  learn(tx: ReadTx): Promise<'more' | 'all'>;
  has(itemId: number): boolean;
}

/** To be asked once it has learnt all. It learns what is new when it is called again. */
export function latelyChanged(userId: number): LatelyChanged {
  const changed = new Set<number>();
  const limit = changesAtOnce.portion;
  let after: number | undefined;
  return {
    async learn(tx) {
      const since = tx.now - slipsForgivenMs;
      after ??= await placeBefore(tx, userId, since);
      const changes = await changesOfKinds(tx, userId, { after, limit, kinds: sparing });
      for (const { kind, ids } of changes) {
        // Some sites write something else at each visit, and would never lose an item.
        const bySite = kind === 'items.edited' ? await editedByTheirSite(tx, ids, since) : undefined;
        for (const id of ids) if (!bySite?.has(id)) changed.add(id);
      }
      after = changes.at(-1)?.seq ?? after;
      return changes.length < limit ? 'all' : 'more';
    },
    has: (itemId) => changed.has(itemId),
  };
}

/** Others have their turn in between. */
export async function learnAll(store: Store, lately: LatelyChanged): Promise<void> {
  while ((await store.read((tx) => lately.learn(tx))) === 'more') await othersTurn();
}
