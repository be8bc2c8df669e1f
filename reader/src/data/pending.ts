// Which items have a write under way: until it is done, what the service says of them is older than what the person has done.

const pending = { read: new Map<number, number>(), star: new Map<number, number>() };

export type Mark = keyof typeof pending;

export function isPending(mark: Mark, id: number): boolean {
  return pending[mark].has(id);
}

export function addPending(mark: Mark, ids: readonly number[]): void {
  for (const id of ids) pending[mark].set(id, (pending[mark].get(id) ?? 0) + 1);
}

export function removePending(mark: Mark, ids: readonly number[]): void {
  for (const id of ids) {
    const left = (pending[mark].get(id) ?? 0) - 1;
    if (left > 0) pending[mark].set(id, left);
    else pending[mark].delete(id);
  }
}
