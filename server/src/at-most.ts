// Lets only so many tasks run at once; the others wait in the order in which they came.

/** One that fails makes way for the next as well. */
export function atMost(limit: number): <T>(task: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (task) => {
    if (running >= limit) await new Promise<void>((begin) => waiting.push(begin));
    else running++;
    try {
      return await task();
    } finally {
      // The place goes straight to the next in line.
      const begin = waiting.shift();
      if (begin) begin();
      else running--;
    }
  };
}
