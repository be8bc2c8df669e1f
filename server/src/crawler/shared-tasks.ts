// Runs tasks that several people may ask for at once: each runs once, and everybody who asks meanwhile gets the same result.

/** Begins a task, or returns the one that is under way for the same key. */
type SharedTasks<Key, Result> = (key: Key, begin: () => Promise<Result>) => Promise<Result>;

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
