import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import { program } from '../../test/process.ts';
import { temporaryFile } from '../../test/temporary-sqlite.ts';

// Linux names the threads of a process in /proc; other systems do not.
const skip = !existsSync('/proc/self/task') && 'there is no /proc';

test('the service has threads enough for the look-ups of all its visits', { skip }, async (t) => {
  assert.equal(await poolThreads(t, {}), 128);
});

test('an empty setting is none', { skip }, async (t) => {
  assert.equal(await poolThreads(t, { UV_THREADPOOL_SIZE: '' }), 128);
});

test('the operator may want fewer threads', { skip }, async (t) => {
  assert.equal(await poolThreads(t, { UV_THREADPOOL_SIZE: '6' }), 6);
});

async function poolThreads(t: TestContext, environment: Record<string, string>): Promise<number> {
  const child = spawn(process.execPath, [program, 'serve'], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      COURANT_DATABASE: temporaryFile(),
      COURANT_LISTEN: '127.0.0.1:0',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  t.after(() => child.kill('SIGKILL'));
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const [, url = ''] = /Courant is at (\S+)/.exec(String(line)) ?? [];
  await tryPassword(url);
  const names = globSync(`/proc/${child.pid}/task/*/comm`).map((file) => readFileSync(file, 'utf8').trim());
  return names.filter((name) => name === 'libuv-worker').length;
}

/** The password is checked in the pool, even for an unknown name. */
async function tryPassword(url: string): Promise<void> {
  const form = await fetch(`${url}/sign-in`);
  const [, csrf = ''] = /name="csrf" value="([^"]+)"/.exec(await form.text()) ?? [];
  const [cookie = ''] = (form.headers.get('set-cookie') ?? '').split(';');
  const refused = await fetch(`${url}/sign-in`, {
    method: 'POST',
    headers: { Origin: url, Cookie: cookie },
    body: new URLSearchParams({ csrf, username: 'nobody', password: 'a long password' }),
  });
  assert.match(await refused.text(), /aria-invalid="true"/);
}
