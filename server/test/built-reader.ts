// Makes sure that tests see the reader as it is written now: a browser runs what reader/build.mjs has made of it.
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const builder = join(root, 'reader/build.mjs');
const built = join(root, 'reader/dist/build.json');

/** Builds the reader if it was never built. Throws if it was changed since. */
export function requireBuiltReader(): void {
  if (!existsSync(built)) {
    const { status, stderr } = spawnSync(process.execPath, [builder], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`Cannot build the reader: ${stderr}`);
  }
  // `npm test` has built it, and what is edited meanwhile is for the next run.
  if (process.env.COURANT_TEST_PROGRAM) return;
  const changed = newerThan(statSync(built).mtimeMs);
  // Not built here: other test files may be reading the old one.
  if (changed !== undefined)
    throw new Error(
      `Cannot test the reader: ${changed} was changed since it was built; npm run build:reader`,
    );
}

function newerThan(builtAt: number): string | undefined {
  const sources = globSync(['reader/*.mjs', '{reader,client,protocol}/src/**/*.*'], { cwd: root });
  return sources.find((file) => !/\.test\.ts$/.test(file) && statSync(join(root, file)).mtimeMs > builtAt);
}
