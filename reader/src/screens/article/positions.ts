// How far somebody has come in each file, so that it goes on where it was left.

/** Files that are remembered; the one that was played longest ago is forgotten first. */
const kept = 100;

export function positionOf(url: string): number {
  return read()[url] ?? 0;
}

export function keepPosition(url: string, seconds: number): void {
  const { [url]: _, ...others } = read();
  const entries = Object.entries(others).slice(-(kept - 1));
  if (seconds > 0) entries.push([url, Math.floor(seconds)]);
  try {
    localStorage.setItem('positions', JSON.stringify(Object.fromEntries(entries)));
  } catch {
    // Without storage it begins at its beginning again.
  }
}

function read(): Record<string, number> {
  try {
    return JSON.parse(localStorage.getItem('positions') ?? '{}');
  } catch {
    return {};
  }
}
