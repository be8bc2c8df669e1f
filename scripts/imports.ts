// Which of our own files a file imports, directly or indirectly.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const known = new Map<string, readonly string[]>();

/** The file itself (an absolute path), what it imports, what that imports, and so on. */
export function reachedFrom(file: string): Set<string> {
  const reached = new Set([file]);
  // Iterating over a set also visits what is added meanwhile.
  for (const each of reached) for (const imported of importsOf(each)) reached.add(imported);
  return reached;
}

function importsOf(file: string): readonly string[] {
  const found = known.get(file);
  if (found) return found;
  const text = readFileSync(file, 'utf8');
  const imported = [...text.matchAll(/(?:from|import) '(\.[^']+\.ts)'/g)]
    .map(([, path = '']) => join(dirname(file), path))
    // An import inside a string of a test leads nowhere.
    .filter((path) => existsSync(path));
  known.set(file, imported);
  return imported;
}
