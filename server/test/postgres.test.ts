import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { isPostgresPacked } from './postgres.ts';

const packed = { skip: isPostgresPacked ? false : 'no server in the packages' };

test(
  'a server is stopped, also after it was shut down, by whoever has nothing else to do',
  packed,
  async (t) => {
    const said = `
    const { startPostgres } = await import(${JSON.stringify(new URL('postgres.ts', import.meta.url).href)});
    const server = await startPostgres();
    await server.shutDown();
    await server.startAgain();
    await server.stop();
    await server.stop();
    console.log('stopped');`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', said], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    t.after(() => child.kill('SIGKILL'));
    let out = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text;
    });
    const [code] = await once(child, 'close');
    assert.deepEqual([code, out], [0, 'stopped\n']);
  },
);
