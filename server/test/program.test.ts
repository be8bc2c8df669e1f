// The program as an operator meets it, in what the database has no part in: its settings, its log, errors that nobody catches.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { temporaryInstance } from './environment.ts';
import { program, startCourant, typeCommand } from './process.ts';
import { temporaryFolder } from './temporary-folder.ts';

test('all mistakes in the settings are told at once, and nothing is started', async (t) => {
  const environment = await temporaryInstance(t, {
    COURANT_LISTEN: 'nowhere',
    COURANT_ACCESS_TOKEN_TTL: 'soon',
    COURANT_DATABASE: 'mysql://user:secret-word@localhost/courant',
    COURANT_FETCH_ALLOW: '10.0.0.0/99',
  });
  const { code, err } = await typeCommand(environment, ['serve']);
  assert.equal(code, 78);
  for (const name of [
    'COURANT_LISTEN',
    'COURANT_ACCESS_TOKEN_TTL',
    'COURANT_DATABASE',
    'COURANT_FETCH_ALLOW',
  ]) {
    assert.match(err, new RegExp(name));
  }
  assert.doesNotMatch(err, /secret-word/);
});

test('SIGTERM ends the service although nobody reads its log any more, in the way that supervisors take for a success', async (t) => {
  // Each is warned of by its name: more than a pipe holds, from the beginning.
  const names = Array.from({ length: 10 }, (_, index) => [`COURANT_${index}${'X'.repeat(100_000)}`, 'x']);
  const environment = await temporaryInstance(t, Object.fromEntries(names));
  const child = spawn(process.execPath, [program, 'serve'], {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  t.after(() => child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  child.kill('SIGTERM');
  assert.deepEqual(await once(child, 'exit'), [null, 'SIGTERM']);
});

test('the first start shows the code that opens the set-up, later ones do not', async (t) => {
  const environment = await temporaryInstance(t);
  const first = await startCourant(t, environment);
  assert.match(first.out(), /\/set-up with this code/);
  await first.stop();
  await typeCommand(environment, ['user', 'create', 'ines', '--password-stdin'], 'a long password\n');
  const second = await startCourant(t, environment);
  assert.doesNotMatch(second.out(), /set-up/);
  await second.stop();
});

/** The address of a module that throws such an error when `when` says so. */
function faultAt(t: TestContext, when: string): string {
  const fault = join(temporaryFolder(t), 'fault.mjs');
  const detail = 'Key (url)=(https://ines:hunter2@example.com/) already exists.';
  writeFileSync(
    fault,
    `const fail = () => { throw Object.assign(new Error('not caught'), { detail: '${detail}' }); }; ${when}`,
  );
  return pathToFileURL(fault).href;
}

test('an error that nobody catches ends the service with a line in its log, without the row that the database names in it', async (t) => {
  const words = ['--import', faultAt(t, "process.once('SIGUSR2', fail);"), program, 'serve'];
  const courant = await startCourant(t, await temporaryInstance(t), { command: process.execPath, words });
  courant.signal('SIGUSR2');
  await courant.says(/"level":"error".*not caught/);
  assert.equal(await courant.stop(), 1);
  assert.doesNotMatch(courant.err(), /hunter2/);
});

test('such an error ends any other command with its message alone', async (t) => {
  const fault = faultAt(
    t,
    'const { write } = process.stdout; process.stdout.write = (...words) => setImmediate(fail) && write.apply(process.stdout, words);',
  );
  const environment = { ...(await temporaryInstance(t)), NODE_OPTIONS: `--import=${fault}` };
  const { code, err } = await typeCommand(environment, ['config']);
  assert.equal(code, 1);
  assert.match(err, /^not caught\n/);
  assert.doesNotMatch(err, /hunter2/);
});
