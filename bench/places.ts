// Where the programs of the bench work, and where their figures are kept.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const results = fileURLToPath(new URL('results', import.meta.url));

/** A new folder, which is gone when the process ends. */
export function workFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'courant-bench-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Keeps the figures of a run as `bench/results/<name>.json`. */
export function keepFigures(name: string, figures: unknown): void {
  mkdirSync(results, { recursive: true });
  writeFileSync(join(results, `${name}.json`), `${JSON.stringify(figures, null, 2)}\n`);
}

/** The figures of the last run; undefined if there was none. */
export function keptFigures<T>(name: string): T | undefined {
  try {
    return JSON.parse(readFileSync(join(results, `${name}.json`), 'utf8')) as T;
  } catch {
    return undefined;
  }
}
