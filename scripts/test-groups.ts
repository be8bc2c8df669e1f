// Which test files share a process: to start one, and to load the house into it, takes longer than most files do.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { reachedFrom } from './imports.ts';

/** A process that ends early takes its other files along: a dozen is enough to share the cost of starting it. */
const MOST_FILES = 12;
/** What starts programs and browsers is slow by itself. */
const STARTERS = ['server/test/process.ts', 'server/test/browser/open-browser.ts', 'server/test/postgres.ts'];
/** Hooks outside of a test would be hooks of every file of the process. */
const IS_FOR_ALONE = /^(test\.)?(before|after|beforeEach|afterEach)\(|from 'node:child_process'/m;

/** Tests of the whole house: a dozen of them takes longer than whatever is alone. */
const WHOLE_HOUSE = 'server/test/';

/** The files (from `root`) in groups, the slowest first, so that nothing long is left at the end: whole houses, those that are alone, the rest. */
export function testGroups(root: string, files: readonly string[]): string[][] {
  const alone = files.filter((file) => isAlone(root, file));
  const together = files.filter((file) => !alone.includes(file));
  const isWholeHouse = (file: string): boolean => file.startsWith(WHOLE_HOUSE);
  return [
    ...portions(together.filter(isWholeHouse)),
    ...alone.map((file) => [file]),
    ...portions(together.filter((file) => !isWholeHouse(file))),
  ];
}

function isAlone(root: string, file: string): boolean {
  const path = resolve(root, file);
  if (IS_FOR_ALONE.test(readFileSync(path, 'utf8'))) return true;
  const reached = reachedFrom(path);
  return STARTERS.some((each) => reached.has(resolve(root, each)));
}

/** As few as the most allows, and all of about one size. */
function portions(files: readonly string[]): string[][] {
  const count = Math.ceil(files.length / MOST_FILES);
  return Array.from({ length: count }, (_, place) =>
    files.slice(Math.floor((place * files.length) / count), Math.floor(((place + 1) * files.length) / count)),
  );
}
