/** How many of some things, from the first on, have at most `mostBytes` bytes altogether; at least one, if there is any. */
export function countFirst(bytes: readonly number[], mostBytes: number): number {
  let left = mostBytes;
  for (const [place, each] of bytes.entries()) {
    left -= each;
    if (left < 0) return Math.max(1, place);
  }
  return bytes.length;
}
