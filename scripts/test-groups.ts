// Which test files share a process: starting one, and loading the house into it, takes longer than most files do.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { reachedFrom } from './imports.ts';

/** A process that ends early takes its other files with it: three dozen are enough to share the cost of starting it, and of compiling what a house runs. */
const MOST_FILES = 36;
/** Files that start programs are slow by themselves. */
const STARTERS = ['server/test/process.ts', 'server/test/postgres.ts'];
/** Files that use a browser share it, a dozen at a time: starting one takes as long as two or three tests. */
const BROWSER = 'server/test/browser/open-browser.ts';
const MOST_WITH_BROWSER = 12;
/** Hooks outside a test would apply to every file of the process. */
const IS_FOR_ALONE = /^(test\.)?(before|after|beforeEach|afterEach)\(|from 'node:child_process'/m;

/** Tests of the whole house: three dozen of them take longer than any file that runs alone. */
const WHOLE_HOUSE = 'server/test/';
/** Tests of real sockets wait for deadlines and work little: at the end, all processors would wait with them. */
const WAITING = 'server/src/net/';

/** The files (relative to `root`) in groups, slowest first, so that nothing long is left at the end: browsers, whole houses, what waits, single files, the rest. */
export function testGroups(root: string, files: readonly string[]): string[][] {
  const alone = files.filter((file) => isAlone(root, file));
  const together = files.filter((file) => !alone.includes(file));
  const isWithBrowser = (file: string): boolean => usesBrowser(root, file);
  const without = together.filter((file) => !isWithBrowser(file));
  const isWholeHouse = (file: string): boolean => file.startsWith(WHOLE_HOUSE);
  const isWaiting = (file: string): boolean => file.startsWith(WAITING);
  return [
    ...portions(together.filter(isWithBrowser), MOST_WITH_BROWSER),
    ...portions(without.filter(isWholeHouse), MOST_FILES),
    ...portions(without.filter(isWaiting), MOST_FILES),
    ...alone.map((file) => [file]),
    ...portions(
      without.filter((file) => !isWholeHouse(file) && !isWaiting(file)),
      MOST_FILES,
    ),
  ];
}

export function usesBrowser(root: string, file: string): boolean {
  return reaches(root, file, [BROWSER]);
}

function isAlone(root: string, file: string): boolean {
  return IS_FOR_ALONE.test(readFileSync(resolve(root, file), 'utf8')) || reaches(root, file, STARTERS);
}

function reaches(root: string, file: string, wanted: readonly string[]): boolean {
  const reached = reachedFrom(resolve(root, file));
  return wanted.some((each) => reached.has(resolve(root, each)));
}

/** As few portions as `most` allows, all of about the same size. */
function portions(files: readonly string[], most: number): string[][] {
  const count = Math.ceil(files.length / most);
  return Array.from({ length: count }, (_, place) =>
    files.slice(Math.floor((place * files.length) / count), Math.floor(((place + 1) * files.length) / count)),
  );
}
