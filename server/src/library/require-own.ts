// Refuses ids that are not among the user's own.
import type { ItemScope } from '../model/item.ts';
import { Refusal } from '../model/refusal.ts';
import { ownFeedIds } from '../store/feeds/feeds.ts';
import { findGroup } from '../store/feeds/groups.ts';
import type { ReadTx } from '../store/store.ts';

/** Throws Refusal `cannot`, which names the first of the wanted ids that is not among `own`. `action` follows "Cannot". */
export function requireOwn(
  { action, noun }: { action: string; noun: 'feed' | 'group' },
  wanted: readonly number[],
  own: readonly number[],
): void {
  const known = new Set(own);
  const unknown = wanted.find((id) => !known.has(id));
  if (unknown !== undefined) throw new Refusal('cannot', `Cannot ${action}: there is no ${noun} ${unknown}`);
}

/** The feeds in a scope. Throws Refusal `cannot` for a feed or group that is not the user's. `action` follows "Cannot". */
export async function requireFeedsOf(
  tx: ReadTx,
  userId: number,
  scope: ItemScope,
  action: string,
): Promise<readonly number[] | 'all'> {
  if (scope.of === 'feed') {
    const own = await ownFeedIds(tx, userId, [scope.feedId]);
    requireOwn({ action, noun: 'feed' }, [scope.feedId], own);
    return own;
  }
  if (scope.of !== 'group') return 'all';
  const group = await findGroup(tx, userId, scope.groupId);
  requireOwn({ action, noun: 'group' }, [scope.groupId], group ? [group.id] : []);
  return group?.feedIds ?? [];
}
