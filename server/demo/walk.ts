// Types the steps into a shell and reports whether each answer was right.
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openShell } from './shell.ts';
import type { Step } from './steps.ts';

const standIn = fileURLToPath(new URL('curl-by-fetch.ts', import.meta.url));

interface WalkOptions {
  /** Where the replacement for curl is put, if one is needed. */
  folder: string;
  say(text: string): void;
}

/** Walks through all steps, or up to the first wrong answer, and returns whether every answer was right. */
export async function walk(steps: readonly Step[], { folder, say }: WalkOptions): Promise<boolean> {
  // The instance is on this machine, where no proxy leads.
  const shell = openShell({ ...process.env, no_proxy: '*', PATH: searchPath({ folder, say }) });
  try {
    for (const { about, lines, isRight } of steps) {
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

/** Our own Node comes first, because the lines call `node`. So does the replacement for curl, if the machine has none. */
function searchPath({ folder, say }: WalkOptions): string {
  const path = [dirname(process.execPath), process.env.PATH ?? ''];
  if (spawnSync('curl', ['--version']).error === undefined) return path.join(delimiter);
  say('curl IS NOT INSTALLED: the same lines run with a stand-in that calls fetch.\n\n');
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'curl'), `#!/bin/sh\nexec '${process.execPath}' '${standIn}' "$@"\n`, {
    mode: 0o755,
  });
  return [bin, ...path].join(delimiter);
}
