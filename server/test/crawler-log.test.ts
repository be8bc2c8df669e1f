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
    if (url.startsWith('/json')) return answer.end('{"title": "geheim", "items": geheim}');
    if (url.startsWith('/half'))
      return answer.end('<rss version="2.0"><channel><item><guid>geheim</guid></item>');
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
    for (const path of ['cut', 'round', 'away', 'json', 'half'])
      await house.library.crawler.follow(`http://ines:geheim@${host}/${path}/geheim?token=geheim`);
    await house.close();
    return lines;
  };
  const lines = await toldAt('debug');
  const told = (wanted: string, fact: string): string[] => {
    const found = lines.map((line) => JSON.parse(line)).filter(({ event }) => event === wanted);
    assert.ok(found.every((line) => line.host === host));
    return [...new Set(found.map((line) => String(line[fact])))].sort();
  };
  assert.deepEqual(told('fetch failed', 'reason'), ['bad-redirect', 'redirect-loop', 'reset']);
  assert.deepEqual(told('no feed', 'detail'), ['The document is not well-formed JSON']);
  assert.deepEqual(told('faulty document', 'warnings'), ['The document breaks off before its end']);
  assert.doesNotMatch(lines.join(''), /geheim/);
  assert.ok((await toldAt('info')).every((line) => JSON.parse(line).level === 'info'));
});
