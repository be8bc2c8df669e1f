// A process without a file descriptor left, because very many connections are open: code that it first needs then is loaded later.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';

test('a password that could not be compared because its library could not be loaded is no trouble for the next', async () => {
  const answers = await whenFullAndAfter(`
    const { isPassword } = await load('../src/accounts/passwords.ts');
    attempt = () => isPassword(undefined, 'a password');`);
  assert.match(answers[0] ?? '', /too many open files/);
  assert.equal(answers[1], 'false');
});

test('items of an import wait where the code that gives them to their feed cannot be loaded', async () => {
  const answers = await whenFullAndAfter(`
    const { bench } = await load('../src/crawler/testing/bench.ts');
    const { signal } = new AbortController();
    const { crawler } = await bench({ signal, after: (end) => ends.unshift(end) });
    attempt = () => crawler.takeImported({ importId: 1, userId: 1, place: 0 });`);
  assert.deepEqual(answers, ['away', 'done']);
});

/** What `attempt` of a module gives, in a process of its own: while no descriptor is left, and once there are some again. */
async function whenFullAndAfter(module: string): Promise<string[]> {
  const program = `
    import { closeSync, openSync } from 'node:fs';
    const load = (path) => import(new URL(path, ${JSON.stringify(import.meta.url)}).href);
    const ends = [];
    let attempt;
    ${module}
    const tell = async () => console.log(await attempt().catch((error) => error.message));
    const held = [];
    try { for (;;) held.push(openSync('/dev/null')); } catch {}
    await tell();
    for (const descriptor of held) closeSync(descriptor);
    await tell();
    for (const end of ends) await end();`;
  const { COURANT_TEST_POSTGRES: _, ...env } = process.env;
  const shell = ['-c', 'ulimit -n 100 && exec "$0" --input-type=module --eval "$1"'];
  const { stdout } = await promisify(execFile)('sh', [...shell, process.execPath, program], { env });
  return stdout.trimEnd().split('\n').slice(0, 2);
}
