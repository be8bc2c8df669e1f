// How far a person has come in the audio or video of an Item.

export interface FilePosition {
  /** The address of the enclosure. */
  url: string;
  /** 0: at the beginning, or finished. */
  seconds: number;
  /** When it was played up to there. */
  at: number;
}

/** The files that are begun and not finished. */
export function begun(positions: readonly FilePosition[]): FilePosition[] {
  return positions.filter(({ seconds }) => seconds > 0);
}

/** The latest position of each file; of two at the same moment, that of `others`. The order of the files stays. */
export function latest(known: readonly FilePosition[], others: readonly FilePosition[]): FilePosition[] {
  const byUrl = new Map(known.map((position) => [position.url, position]));
  for (const other of others) {
    const before = byUrl.get(other.url);
    if (!before || before.at <= other.at) byUrl.set(other.url, other);
  }
  return [...byUrl.values()];
}

/** Maps the addresses of files that are gone to those that have replaced them, in order; empty where it is not clear which is which. */
export function movedFiles(
  before: readonly { url: string }[] = [],
  after: readonly { url: string }[] = [],
): ReadonlyMap<string, string> {
  const old = new Set(before.map(({ url }) => url));
  const current = new Set(after.map(({ url }) => url));
  const come = [...current].filter((url) => !old.has(url));
  const gone = [...old].filter((url) => !current.has(url));
  return gone.length === come.length
    ? new Map(gone.map((url, index) => [url, come[index] ?? url]))
    : new Map();
}
