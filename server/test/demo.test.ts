// The demonstration as a visitor meets it: the real process, the real shell, the real lines.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../demo/main.ts', import.meta.url));

test('the walk through the main job is answered as it should be, line by line', async (t) => {
  const hasCurl = spawnSync('curl', ['--version']).error === undefined;
  if (!hasCurl) t.diagnostic('curl IS NOT INSTALLED: the lines of the demo ran with a stand-in over fetch');
  // Whoever has a proxy for the rest of the world still reaches what is on this machine.
  const demo = startDemo(t, ['--walk'], { http_proxy: 'http://127.0.0.1:1' });
  const [code] = await once(demo.child, 'close');
  assert.equal(code, 0, demo.printed());
  assert.match(demo.printed(), /Every answer was right\.\n$/);
  assert.equal(/curl IS NOT INSTALLED/.test(demo.printed()), !hasCurl);
  assert.deepEqual(demo.left(), []);
});

test('without curl the same lines run all the same, and it is said aloud', async (t) => {
  const demo = startDemo(t, ['--walk'], { PATH: '' });
  const [code] = await once(demo.child, 'close');
  assert.equal(code, 0, demo.printed());
  // Before that stands what the service logs if it starts slowly.
  assert.match(demo.printed(), /^curl IS NOT INSTALLED/m);
});

test('the printed lines name the instance, the password and the sites; Ctrl-C ends it and leaves nothing', async (t) => {
  const demo = startDemo(t, []);
  await demo.hasPrinted('# What is left');
  const url = /Courant is at (\S+) until/.exec(demo.printed())?.[1];
  assert.equal((await fetch(`${url}/health/ready`)).status, 200);
  assert.match(demo.printed(), /Sign in as demo with the password [0-9a-f]{12}\./);
  assert.match(demo.printed(), /Подоконник +http:\/\/127\.0\.0\.1:\d+\//);
  assert.notDeepEqual(demo.left(), []);
  const startedAt = performance.now();
  demo.child.kill('SIGINT');
  const [code] = await once(demo.child, 'close');
  assert.equal(code, 0, demo.printed());
  // We promise a second; the rest is for a slow machine that runs every other test at the same time.
  assert.ok(performance.now() - startedAt < 120_000);
  assert.deepEqual(demo.left(), []);
});

interface RunningDemo {
  child: ChildProcess;
  printed(): string;
  /** Resolves once it has printed this, or rejects when it ends. */
  hasPrinted(text: string): Promise<void>;
  /** What is in its folder for temporary files. */
  left(): string[];
}

function startDemo(t: TestContext, words: string[], environment: NodeJS.ProcessEnv = {}): RunningDemo {
  const folder = mkdtempSync(join(tmpdir(), 'courant-test-'));
  const child = spawn(process.execPath, [program, '--port', '0', ...words], {
    env: { ...process.env, TMPDIR: folder, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  t.after(() => {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
  let printed = '';
  const closed = once(child, 'close');
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
  }
  const hasPrinted = async (text: string): Promise<void> => {
    while (!printed.includes(text)) {
      const [end] = await Promise.race([once(child.stdout, 'data').then(() => []), closed]);
      if (end !== undefined) throw new Error(`The demo ended with ${end}: ${printed}`);
    }
  };
  return { child, hasPrinted, printed: () => printed, left: () => readdirSync(folder) };
}
