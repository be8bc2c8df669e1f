// What publishers are told about the crawler matches what it does.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { systemClock } from '../src/clock.ts';
import { readConfig } from '../src/config.ts';
import { articleLimits } from '../src/crawler/articles/limits.ts';
import { iconLimits } from '../src/crawler/icons/limits.ts';
import { crawlerLimits, pace } from '../src/crawler/limits.ts';
import { inWords } from '../src/crawler/schedule/wait-sentence.ts';
import { longestDelayMs } from '../src/formats/robots.ts';
import { aboutBotPath } from '../src/http/pages/paths.ts';
import { silentLog } from '../src/log.ts';
import { webLimits } from '../src/net/limits.ts';
import { openHouse } from '../src/service.ts';
import { version } from '../src/version.ts';
import { posts, rss } from './documents.ts';
import { temporaryInstance } from './environment.ts';
import { publicUrl, testHouse } from './house.ts';

const promises: [promise: string, ms: number][] = [
  ['or favicon.ico, once in {}.', iconLimits.restMs],
  ['at most once in {}, and a feed that publishes little', pace.floorMs],
  ['WebSub hub): at most once in {}.', pace.eagerFloorMs],
  ['it does not come back earlier, for up to {} and', pace.longestFreshMs],
  ['for up to 7 days and {} respectively.', pace.longestTtlMs],
  ['applies to your whole host, for up to {};', pace.longestRetryMs],
  ['without it, for {}.', pace.tooManyMs],
  ['to the others there for at most {} (429)', pace.longestSharedRefusalMs],
  ['or {} (503).', pace.longestSharedAbsenceMs],
  ['A feed with neither is visited once in {},', pace.plainFloorMs],
  ['one visit at a time, with {} between two', crawlerLimits.gapMs],
  ['or up to {} after a 429', pace.longestHostGapMs],
  ['until X-RateLimit-Reset, for up to {},', pace.longestAnsweredMs],
  ['or {} with a 429.', pace.longestSpentMs],
  ['presses refresh can cause an earlier visit, once in {},', crawlerLimits.refreshMs],
  ['Crawl-delay is respected, up to {}.', longestDelayMs],
  ['a failure is not retried for {}.', articleLimits.finalMs],
  ['it is retried after {} and', articleLimits.retryMs],
  ['then after {}, and then not', 4 * articleLimits.retryMs],
  ['and then not for {}.', articleLimits.passingMs],
  ['repeated {} later, ends the visits', pace.goneConfirmMs],
  ['the next one comes after {},', pace.forbiddenMs],
  ['later ones after up to {},', pace.longestFailureMs],
  ['and after {} of it', pace.hopelessAfterMs],
  ['one every {}.', pace.hopelessMs],
];

test('every time that the page names is the one that the crawler keeps', async (t) => {
  const { ask } = await testHouse(t);
  const page = (await (await ask(aboutBotPath)).text()).replace(/<[^>]*>/g, '');
  for (const [promise, ms] of promises) {
    const words = promise.replace('{}', inWords(ms));
    assert.ok(page.includes(words), words);
  }
  const times = page.match(/\b\d+ (second|minute|hour|day)s?\b/g) ?? [];
  assert.equal(times.length, promises.length, `every time is held by a promise: ${times}`);
  // One of the requests is for the page itself.
  assert.ok(page.includes(`up to ${crawlerLimits.discoveryRequests - 1} usual addresses of feeds`));
  const [sent, unpacked] = [webLimits.maxWireBytes, webLimits.maxBodyBytes].map((bytes) => bytes / 2 ** 20);
  assert.ok(page.includes(`at most ${sent} MB are fetched, or ${unpacked} MB unpacked`));
});

test('the crawler says what it is, which version, and where this page is', async (t) => {
  const seen: IncomingHttpHeaders[] = [];
  const site = createServer((request, response) => {
    seen.push(request.headers);
    response.end(rss('Feed', posts(1, 1)));
  });
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  t.after(() => site.close());
  const hostAndPort = `127.0.0.1:${(site.address() as AddressInfo).port}`;
  const environment = await temporaryInstance(t, {
    COURANT_PUBLIC_URL: publicUrl,
    COURANT_FETCH_ALLOW: hostAndPort,
  });
  const house = await openHouse({ config: readConfig(environment), log: silentLog, clock: systemClock });
  const followed = await house.library.crawler.follow(`http://${hostAndPort}/feed`);
  await house.close();
  assert.equal(followed.kind, 'source', JSON.stringify(followed));
  const [{ 'user-agent': agent, cookie, referer } = {}] = seen;
  assert.equal(agent, `Courant/${version} (+${publicUrl}/about/bot; 1 subscriber)`);
  assert.deepEqual([cookie, referer], [undefined, undefined]);
});
