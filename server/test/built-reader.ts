// Makes sure that tests see the reader as it is written now: a browser runs what reader/build.mjs has made of it.
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Builds the reader if it was never built. Throws if it was changed since. */
export function requireBuiltReader(): void {
  if (!existsSync(builtIn(root))) buildFirst(root);
  // `npm test` has built it, and what is edited meanwhile is for the next run.
  if (process.env.COURANT_TEST_PROGRAM) return;
  const changed = changedSinceBuilt(root);
  // Not built here: other test files may be reading the old one.
  if (changed !== undefined)
    throw new Error(
      `Cannot test the reader: ${changed} was changed since it was built; npm run build:reader`,
    );
}

/** Test files that begin at once may all get here: whoever ends first has built it for all of them. */
export function buildFirst(folder: string): void {
  const { status, stderr } = spawnSync(process.execPath, [join(folder, 'reader/build.mjs'), '--first'], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`Cannot build the reader: ${stderr}`);
}

/** A source of the reader in the clone `folder`, if one was changed. Times to come, of another machine's clock, say nothing. */
export function changedSinceBuilt(folder: string): string | undefined {
  const [builtAt, now] = [statSync(builtIn(folder)).mtimeMs, Date.now()];
  const sources = globSync(['reader/*.mjs', '{reader,client,protocol}/src/**/*.*'], { cwd: folder });
  return sources.find((file) => {
    const { mtimeMs } = statSync(join(folder, file));
    return !/\.test\.ts$/.test(file) && mtimeMs > builtAt && mtimeMs <= now;
  });
}

function builtIn(folder: string): string {
  return join(folder, 'reader/dist/build.json');
}
