// How far somebody has come in the sound or the film of an Item.

export interface FilePosition {
  /** The address of the enclosure. */
  url: string;
  /** 0: at its beginning, or at its end. */
  seconds: number;
  /** When it was played there. */
  at: number;
}

/** What of some files is begun and not ended. */
export function begun(positions: readonly FilePosition[]): FilePosition[] {
  return positions.filter(({ seconds }) => seconds > 0);
}

/** Of each file what is the latest; of two at one moment the one that came later. The order of the files stays. */
export function latest(known: readonly FilePosition[], others: readonly FilePosition[]): FilePosition[] {
  const byUrl = new Map(known.map((position) => [position.url, position]));
  for (const other of others) {
    const before = byUrl.get(other.url);
    if (!before || before.at <= other.at) byUrl.set(other.url, other);
  }
  return [...byUrl.values()];
}

/** From the addresses of files that are gone to those that have come, in their order; where it is not clear which is which, none. */
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
