// Two commands begun at once in a fresh clone: the packages are installed once.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '../server/test/temporary-folder.ts';

/** In place of npm: says that it has begun, and is done once it may be. */
const npm = `#!/bin/sh
echo begun | tee -a begun
while [ -e begun ] && ! [ -e may-end ]; do sleep 0.05; done
mkdir -p node_modules
touch node_modules/.package-lock.json
`;

const skip = process.platform === 'win32' && 'the npm of this test is a shell script';

test('of two that begin at once the second waits for what the first installs', { skip }, async (t) => {
  const clone = freshClone(t);
  const first = install(t, clone);
  assert.match(await said(first), /begun/);
  const second = install(t, clone);
  const words = await said(second);
  writeFileSync(join(clone, 'may-end'), '');
  assert.deepEqual(await Promise.all([first, second].map(ended)), [0, 0]);
  assert.match(words, new RegExp(`Waiting for process ${first.pid}`));
  assert.equal(readFileSync(join(clone, 'begun'), 'utf8'), 'begun\n');
});

test('nobody waits for one that was killed, nor for one of the same number before', { skip }, async (t) => {
  const clone = freshClone(t);
  const killed = install(t, clone);
  assert.match(await said(killed), /begun/);
  killed.kill('SIGKILL');
  await ended(killed);
  writeFileSync(join(clone, 'may-end'), '');
  assert.equal(await ended(install(t, clone)), 0);
  const other = freshClone(t);
  writeFileSync(join(other, 'may-end'), '');
  const again = 'printf $$ > .installing && exec "$0" scripts/install.mjs';
  assert.equal(await ended(start(t, other, ['sh', '-c', again, process.execPath])), 0);
});

function freshClone(t: TestContext): string {
  const clone = temporaryFolder(t);
  for (const folder of ['scripts', 'bin']) mkdirSync(join(clone, folder));
  copyFileSync(fileURLToPath(new URL('install.mjs', import.meta.url)), join(clone, 'scripts/install.mjs'));
  writeFileSync(join(clone, 'package-lock.json'), '{}');
  writeFileSync(join(clone, 'bin/npm'), npm);
  chmodSync(join(clone, 'bin/npm'), 0o755);
  return clone;
}

function install(t: TestContext, clone: string): ChildProcess {
  return start(t, clone, [process.execPath, 'scripts/install.mjs']);
}

function start(t: TestContext, clone: string, [program = '', ...words]: readonly string[]): ChildProcess {
  const env = { ...process.env, PATH: join(clone, 'bin') + delimiter + process.env.PATH };
  const child = spawn(program, words, { cwd: clone, env });
  t.after(() => child.kill());
  return child;
}

/** What a process says first. */
async function said({ stdout, stderr }: ChildProcess): Promise<string> {
  const streams = [stdout, stderr].filter((stream) => stream !== null);
  const [data] = await Promise.race(streams.map((stream) => once(stream, 'data')));
  return String(data);
}

async function ended(child: ChildProcess): Promise<unknown> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const [code] = await once(child, 'exit');
  return code;
}
