// Which items stand in lists just now: they are not forgotten while they do.

const lists = new Set<() => Iterable<number>>();

export function showsItems(ids: () => Iterable<number>): () => void {
  lists.add(ids);
  return () => lists.delete(ids);
}

export function shownIds(): ReadonlySet<number> {
  const shown = new Set<number>();
  for (const ids of lists) for (const id of ids()) shown.add(id);
  return shown;
}
