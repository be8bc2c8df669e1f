// Tasks that several people may ask for at once: they are done once, and all who ask meanwhile get the same result.

/** Begins a task unless one of its key is under way; gives the one that is. */
export type SharedTasks<Key, Result> = (key: Key, begin: () => Promise<Result>) => Promise<Result>;

export function shareTasks<Key, Result>(): SharedTasks<Key, Result> {
  const underWay = new Map<Key, Promise<Result>>();
  return (key, begin) => {
    const known = underWay.get(key);
    if (known) return known;
    const task = begin().finally(() => underWay.delete(key));
    underWay.set(key, task);
    return task;
  };
}
