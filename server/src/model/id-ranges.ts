// Long lists of ids in a compact form: items that arrived together have consecutive ids.

/** Ascending ids as text: `5-7,12`. */
export function packIds(ids: readonly number[]): string {
  const ranges: string[] = [];
  for (let start = 0; start < ids.length; ) {
    let end = start;
    while (ids[end + 1] === (ids[end] ?? 0) + 1) end += 1;
    ranges.push(start === end ? `${ids[start]}` : `${ids[start]}-${ids[end]}`);
    start = end + 1;
  }
  return ranges.join();
}

/** Reads a text that `packIds` wrote. */
export function unpackIds(text: string): number[] {
  const ids: number[] = [];
  if (text === '') return ids;
  for (const range of text.split(',')) {
    const [first = 0, last = first] = range.split('-').map(Number);
    for (let id = first; id <= last; id++) ids.push(id);
  }
  return ids;
}
