// Where the imports of a file lead, as far as they are our own.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const known = new Map<string, readonly string[]>();

/** The file itself (a whole path), what it imports, what that imports, and so on. */
export function reachedFrom(file: string): Set<string> {
  const reached = new Set([file]);
  // A set is walked to its end, also when it grows meanwhile.
  for (const each of reached) for (const imported of importsOf(each)) reached.add(imported);
  return reached;
}

function importsOf(file: string): readonly string[] {
  const found = known.get(file);
  if (found) return found;
  const text = readFileSync(file, 'utf8');
  const imported = [...text.matchAll(/(?:from|import) '(\.[^']+\.ts)'/g)]
    .map(([, path = '']) => join(dirname(file), path))
    // What is written in a text of a test leads nowhere.
    .filter((path) => existsSync(path));
  known.set(file, imported);
  return imported;
}
