import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { program } from '../../test/process.ts';
import { temporaryFolder } from '../../test/temporary-folder.ts';

/** Runs a command whose standard output goes elsewhere, and returns its exit code and what it says about that on standard error. */
async function typedInto(out: number | 'pipe', words: readonly string[]): Promise<[number | null, string]> {
  const child = spawn(process.execPath, [program, ...words], { env: {}, stdio: ['ignore', out, 'pipe'] });
  // Nobody reads it.
  child.stdout?.destroy();
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return [code, said];
}

test('where nobody reads what a command says, it ends as it would have ended', async () => {
  assert.deepEqual(await typedInto('pipe', ['config']), [0, '']);
  assert.deepEqual(await typedInto('pipe', ['--help']), [0, '']);
});

test('where what a command says cannot be written, it says so in a sentence and by its exit code', {
  skip: !existsSync('/dev/full'),
}, async (t) => {
  const full = openSync('/dev/full', 'w');
  t.after(() => closeSync(full));
  assert.deepEqual(await typedInto(full, ['config']), [
    1,
    'Cannot write to standard output: ENOSPC: no space left on device, write\n',
  ]);
});

test('the line of a log that a full disk has cut off stays alone: the next one begins a line of its own', async (t) => {
  const path = join(temporaryFolder(t), 'log');
  const io = new URL('process.ts', import.meta.url).href;
  // A limit on the size of files stands for the full disk, and making the file shorter for the room that somebody makes.
  const script = `const { processIo } = await import('${io}'); const io = processIo();
    io.err('half of a line '.repeat(500)); io.err('lost');
    setImmediate(() => { fs.truncateSync('${path}', 4); io.err('whole\\n'); io.err('as well\\n'); });`;
  const limited = ['-c', 'ulimit -f 1; exec "$@" 2>>"$0"', path];
  const child = spawn('sh', [...limited, process.execPath, '--input-type=module', '--eval', script], {
    env: {},
    stdio: 'ignore',
  });
  assert.deepEqual(await once(child, 'close'), [0, null]);
  assert.equal(readFileSync(path, 'utf8'), 'half\nwhole\nas well\n');
});

test('what is for somebody who watches is written to a terminal, and to nothing else', async () => {
  const io = new URL('process.ts', import.meta.url).href;
  const said = async (before: string): Promise<string> => {
    const script = `${before}; const { processIo } = await import('${io}'); processIo().watched?.('read items: 5 rows\\n');`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script], { env: {} });
    return text(child.stderr);
  };
  assert.equal(await said(''), '');
  assert.equal(await said('process.stderr.isTTY = true'), 'read items: 5 rows\n');
});

/** Runs a command of our own, which asks its process to stop and then waits for `lines` to end it, and returns how it ended. */
async function stoppedIn(lines: string): Promise<[number | null, string | null]> {
  const io = new URL('process.ts', import.meta.url).href;
  const script = `const { processIo } = await import('${io}'); const io = processIo();
    const awake = setInterval(() => {}, 1000); ${lines}`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], { env: {} });
  return (await once(child, 'close')) as [number | null, string | null];
}

test('a command that does not ask to hear of it is ended by the first signal, as any other program', async () => {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'])
    assert.deepEqual(await stoppedIn(`process.kill(process.pid, '${signal}');`), [null, signal]);
});

test('a command that asks to hear of it comes to its own end', async () => {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) {
    const lines = `io.stopped.then(() => process.exit(7)); process.kill(process.pid, '${signal}');`;
    assert.deepEqual(await stoppedIn(lines), [7, null]);
  }
});

test('a signal that other services take as a wish for a new log opens no debugger to the machine', async () => {
  const lines = `const { url } = await import('node:inspector');
    io.stopped.then(() => process.exit(url() === undefined ? 7 : 8));
    for (const signal of ['SIGUSR1', 'SIGTERM']) process.kill(process.pid, signal);`;
  assert.deepEqual(await stoppedIn(lines), [7, null]);
});
