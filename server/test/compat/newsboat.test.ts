// A real app: newsboat, where it is installed, signs in, fetches everything and sends its marks.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { listen } from '../../src/http/listen.ts';
import { type CompatHouse, compatHouse } from './compat-house.ts';

const version = spawnSync('newsboat', ['-v'], { encoding: 'utf8' }).stdout?.match(/(\d+)\.(\d+)/);
const hasPty = spawnSync('script', ['--version']).status === 0;
if (!version) {
  process.stderr.write(
    '\n*** newsboat is not installed: NO REAL APP IS TESTED against Google Reader ***\n\n',
  );
}

/** newsboat supports FreshRSS from 2.24 on. */
const sources = version && Number(version[2]) >= 24 ? ['feedhq', 'freshrss'] : ['feedhq'];
for (const source of sources) {
  const skip = version ? false : 'newsboat is not installed';
  test(`newsboat syncs with this server as ${source}`, { skip, timeout: 600_000 }, async (t) => {
    const house = await compatHouse(t);
    const newsboat = await openNewsboat(t, house, source);
    assert.equal(await newsboat.countUnread(), 12);
    // What another device has read is read here too.
    await house.ines.client.items.markManyRead([1, 2, 9]);
    assert.equal(await newsboat.countUnread(), 9);
    await house.ines.client.items.markUnread(1);
    assert.equal(await newsboat.countUnread(), 10);
    if (!hasPty) return t.diagnostic('script(1) is not installed: newsboat sends no marks');
    // All feeds are marked read. newsboat discards keys that are typed while it is busy: then try again.
    while ((await unread(house)) > 0) await newsboat.type('C');
    assert.equal(await newsboat.countUnread(), 0);
  });
}

async function unread({ ines }: CompatHouse): Promise<number> {
  return (await ines.client.items.list({ limit: 200, only: 'unread' })).items.length;
}

interface Newsboat {
  /** Fetches everything, and returns how many articles it considers unread. */
  countUnread(): Promise<number>;
  /** Opens its screen, presses a key and quits. */
  type(key: string): Promise<void>;
}

async function openNewsboat(t: TestContext, house: CompatHouse, source: string): Promise<Newsboat> {
  const folder = mkdtempSync(join(tmpdir(), 'courant-newsboat-'));
  const listener = await listen({ host: '127.0.0.1', port: 0, trustProxy: false });
  listener.serve(house.house.app);
  t.after(async () => {
    await listener.close(0);
    rmSync(folder, { recursive: true, force: true });
  });
  const address = `http://127.0.0.1:${listener.port}${source === 'freshrss' ? '/api/greader.php' : ''}`;
  writeFileSync(
    join(folder, 'config'),
    [
      `urls-source "${source}"`,
      `${source}-url "${address}"`,
      `${source}-login "ines"`,
      `${source}-password "${house.password}"`,
      `${source}-min-items 100`,
      // Otherwise newsboat asks feedhq.org, with the token.
      ...(source === 'feedhq' ? ['feedhq-show-special-feeds no'] : []),
      'confirm-exit no',
    ].join('\n'),
  );
  const options = ['-C', 'config', '-c', 'cache.db', '-u', 'urls'];
  writeFileSync(join(folder, 'urls'), '');
  const run = (command: string, args: readonly string[], key?: string): Promise<string> =>
    output(command, args, { folder, key, signal: t.signal });
  return {
    async countUnread() {
      const said = await run('newsboat', [...options, '-x', 'reload', 'print-unread']);
      return Number(/(\d+) unread/.exec(said)?.[1] ?? Number.NaN);
    },
    async type(key) {
      await run('script', ['-qec', ['newsboat', ...options].join(' '), '/dev/null'], key);
    },
  };
}

function output(
  command: string,
  args: readonly string[],
  { folder, key, signal }: { folder: string; key: string | undefined; signal: AbortSignal },
): Promise<string> {
  return new Promise((resolve, reject) => {
    const environment = { PATH: process.env.PATH, HOME: folder, TERM: 'xterm', LC_ALL: 'C.UTF-8' };
    const child = spawn(command, args, { cwd: folder, env: environment, signal });
    let said = '';
    let typed = 0;
    child.stdin.on('error', () => {});
    const typeNext = (): void => {
      // Once its screen is there: earlier keys would be lost. Then confirms, in case it asks, and quits.
      if (key === undefined || !/Your feeds/.test(said)) return;
      child.stdin.write(typed === 0 ? key : typed === 1 ? 'y' : 'q');
      typed += 1;
    };
    // Whenever it prints something, and when it prints nothing because the last key was lost.
    const typing = setInterval(typeNext, 500);
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8');
      stream.on('data', (text: string) => {
        said += text;
        typeNext();
      });
    }
    child.on('error', reject);
    child.on('close', () => {
      clearInterval(typing);
      resolve(said);
    });
  });
}
