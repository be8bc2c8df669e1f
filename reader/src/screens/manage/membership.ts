// Which feeds are in which groups, and what to send to the service to change that.
import type { Group } from '@courant/client';

/** For each group, those of the feeds in question that it holds. */
export type Places = ReadonlyMap<number, ReadonlySet<number>>;

export interface Change {
  id: number;
  feedIds: number[];
}

export function placesOf(groups: readonly Group[], feedIds: readonly number[]): Places {
  const asked = new Set(feedIds);
  return new Map(
    groups.map(({ id, feed_ids: held }) => [id, new Set(held.filter((each) => asked.has(each)))]),
  );
}

/** The same feeds in one more group, or in this one only. `groupId` undefined: in none. */
export function movedTo(
  places: Places,
  feedIds: readonly number[],
  { groupId, keepsOthers }: { groupId: number | undefined; keepsOthers: boolean },
): Places {
  const next = new Map(
    [...places].map(([id, held]) => [id, keepsOthers ? held : new Set<number>()] as const),
  );
  if (groupId !== undefined) next.set(groupId, new Set(feedIds));
  return next;
}

/** The changes to the current groups that put these feeds where they are wanted and leave all others. Groups that are gone are left out. */
export function changesFor(groups: readonly Group[], feedIds: readonly number[], wanted: Places): Change[] {
  const moving = new Set(feedIds);
  return groups.flatMap(({ id, feed_ids: held }) => {
    const others = held.filter((each) => !moving.has(each));
    const next = [...others, ...(wanted.get(id) ?? [])].sort((a, b) => a - b);
    return next.join() === held.join() ? [] : [{ id, feedIds: next }];
  });
}
