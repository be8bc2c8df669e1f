// Which items are in lists at the moment: these are not forgotten.

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
