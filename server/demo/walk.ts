// Types the steps into a shell and says whether each was answered as it should be.
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Demo } from './instance.ts';
import { openShell } from './shell.ts';
import { stepsFor } from './steps.ts';

const standIn = fileURLToPath(new URL('curl-by-fetch.ts', import.meta.url));

/** Walks all steps, or up to the first wrong answer, and says whether every answer was right. */
export async function walk(demo: Demo, say: (text: string) => void): Promise<boolean> {
  const shell = openShell({ ...process.env, PATH: searchPath(demo, say) });
  try {
    for (const { about, lines, isRight } of stepsFor(demo)) {
      say(`# ${about}\n${lines.map((line) => `$ ${line}\n`).join('')}`);
      const answer = await shell.type(lines);
      say(`${answer.trimEnd()}\n\n`);
      if (!isRight(answer)) {
        say('This is not the answer that it should be.\n');
        return false;
      }
    }
    say('Every answer was right.\n');
    return true;
  } finally {
    shell.close();
  }
}

/** Our own Node comes first: the lines call it by its name. So does a curl, if the machine has none. */
function searchPath(demo: Demo, say: (text: string) => void): string {
  const path = [dirname(process.execPath), process.env.PATH ?? ''];
  if (spawnSync('curl', ['--version']).error === undefined) return path.join(delimiter);
  say('curl IS NOT INSTALLED: the same lines run with a stand-in that calls fetch.\n\n');
  const folder = join(demo.folder, 'bin');
  mkdirSync(folder);
  writeFileSync(join(folder, 'curl'), `#!/bin/sh\nexec '${process.execPath}' '${standIn}' "$@"\n`, {
    mode: 0o755,
  });
  return [folder, ...path].join(delimiter);
}
