// What the crawler's thread logs, at any level: never the address of a feed, which may be a secret.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { systemClock } from '../src/clock.ts';
import { readConfig } from '../src/config.ts';
import { openLog } from '../src/log.ts';
import { openHouse } from '../src/service.ts';
import { temporaryInstance } from './environment.ts';

test('COURANT_LOG_LEVEL reaches the crawler, whose lines name the hosts of feeds and no addresses', async (t) => {
  const site = createServer(({ url = '' }, answer) => {
    if (url.startsWith('/cut')) return answer.destroy();
    const location = url.startsWith('/round') ? '/round?token=geheim' : 'ftp://127.0.0.1/geheim';
    return answer.writeHead(302, { location }).end();
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  t.after(() => site.close());
  const host = `127.0.0.1:${(site.address() as AddressInfo).port}`;
  const toldAt = async (level: string): Promise<string[]> => {
    const config = readConfig(
      await temporaryInstance(t, { COURANT_FETCH_ALLOW: '127.0.0.1', COURANT_LOG_LEVEL: level }),
    );
    const lines: string[] = [];
    const log = openLog({ level: 'debug', now: systemClock.now, write: (line) => lines.push(line) });
    const house = await openHouse({ config, log, clock: systemClock });
    for (const path of ['cut', 'round', 'away'])
      await house.library.crawler.follow(`http://ines:geheim@${host}/${path}/geheim?token=geheim`);
    await house.close();
    return lines;
  };
  const lines = await toldAt('debug');
  const told = lines.map((line) => JSON.parse(line)).filter(({ event }) => event === 'fetch failed');
  assert.deepEqual(
    [...new Set(told.map((line) => `${line.host} ${line.reason}`))].sort(),
    ['bad-redirect', 'redirect-loop', 'reset'].map((reason) => `${host} ${reason}`),
  );
  assert.doesNotMatch(lines.join(''), /geheim/);
  assert.deepEqual(await toldAt('info'), []);
});
