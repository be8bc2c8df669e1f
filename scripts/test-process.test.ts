// What the process of tests tells of tests that go wrong in unusual ways.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '../server/test/temporary-folder.ts';

const program = fileURLToPath(new URL('test-process.ts', import.meta.url));
const databases = new URL('../server/test/temporary-sqlite.ts', import.meta.url).href;

test('tests that pass end the process well, and one that fails does not', async (t) => {
  const good = await runFile(t, `test('adds', () => assert.equal(1 + 1, 2));`);
  assert.equal(good.code, 0, good.output);
  assert.match(good.output, /tests 1\n.*pass 1\n/s);
  const bad = await runFile(t, `test('adds', () => assert.equal(1 + 1, 3));`);
  assert.equal(bad.code, 1, bad.output);
  assert.match(bad.output, /fail 1\n/);
});

test('a file that throws outside of its tests fails the process', async (t) => {
  const { code, output } = await runFile(t, `test('adds', () => {}); throw new Error('half read');`);
  assert.equal(code, 1, output);
  assert.match(output, /Error: half read/);
});

for (const [what, leaves] of [
  ['a promise that nobody waits for', `void Promise.reject(new Error('left behind'));`],
  ['a callback that nobody sees', `setImmediate(() => { throw new Error('left behind'); });`],
])
  test(`${what} fails the process, which says where and in which test that was`, async (t) => {
    const { code, output } = await runFile(
      t,
      `test('leaves it', async () => { ${leaves} await new Promise((done) => setTimeout(done, 50)); });`,
    );
    assert.equal(code, 1, output);
    assert.match(output, /During leaves it: Error: left behind\n +at .*tried\.test\.mjs/);
  });

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  test(`a process that is ended by ${signal} says which test it was at, and leaves no database`, async (t) => {
    const { code, output } = await runFile(
      t,
      `import { temporaryFile } from ${JSON.stringify(databases)};
      test('hangs', async () => { console.log('hanging at', temporaryFile()); await new Promise((done) => setTimeout(done, 1e6)); });`,
      { said: /hanging at .*\n/, signal },
    );
    assert.equal(code, 1, output);
    assert.match(output, /During hangs: Error: interrupted/);
    const [, folder = ''] = /hanging at file:(.*)courant\.db/.exec(output) ?? [];
    assert.ok(folder.includes('courant-test-'), output);
    assert.equal(existsSync(folder), false);
  });

/** Runs a file with these tests; ends it by a signal once it has said something. */
async function runFile(
  t: TestContext,
  tests: string,
  until?: { said: RegExp; signal: 'SIGINT' | 'SIGTERM' },
): Promise<{ code: number | null; output: string }> {
  const file = join(temporaryFolder(t), 'tried.test.mjs');
  writeFileSync(
    file,
    `import assert from 'node:assert/strict';\nimport { test } from 'node:test';\n${tests}\n`,
  );
  const child = spawn(process.execPath, [program, file], {
    // Many CI services ask for colours.
    env: { ...process.env, FORCE_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (!child.killed && until?.said.test(output)) child.kill(until.signal);
    });
  }
  const [code] = await once(child, 'close');
  return { code, output };
}
