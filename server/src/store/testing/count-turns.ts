// Counts how often others had their turn while something went on: a database in a file answers at once, and awaiting it gives
// them none.

export async function countTurns<T>(task: () => Promise<T>): Promise<{ value: T; turns: number }> {
  let turns = 0;
  const count = (): void => {
    turns++;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  try {
    return { value: await task(), turns };
  } finally {
    clearImmediate(next);
  }
}
