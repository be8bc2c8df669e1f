// Long lists a slice at a time: neither a statement nor a turn of the event loop should get as long as a list may be.

/** The list in order, cut into slices of `size` and a last one of what is left; none of an empty list. */
export function* slicesOf<T>(list: readonly T[], size: number): Generator<readonly T[]> {
  for (let start = 0; start < list.length; start += size) yield list.slice(start, start + size);
}
