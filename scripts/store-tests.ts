// Which test files open a store, and so are run on each database: those that lead to temporary-store.ts by their imports, but for
// the journeys in a browser, which see of the database what the whole-house tests hold in a tenth of the time.
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const OPENS_STORES = 'server/test/temporary-store.ts';
const JOURNEYS = 'server/test/browser/';

/** Those of the test files (globs, from `root`) that open a store. */
export function storeTests(root: string, patterns: readonly string[]): string[] {
  const known = new Map<string, boolean>();
  const opens = (file: string): boolean => {
    const answer = known.get(file);
    if (answer !== undefined) return answer;
    // Files that import each other: whoever asked first finds it out.
    known.set(file, false);
    const found = file === resolve(root, OPENS_STORES) || importsOf(file).some(opens);
    known.set(file, found);
    return found;
  };
  const files = globSync([...patterns], { cwd: root, exclude: (name) => name === 'node_modules' });
  return files.filter((file) => !file.startsWith(JOURNEYS) && opens(resolve(root, file))).sort();
}

function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(/from '(\.[^']+\.ts)'/g)].map(([, path = '']) => join(dirname(file), path));
}
