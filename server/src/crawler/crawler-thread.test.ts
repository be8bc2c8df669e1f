import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { inspect } from 'node:util';
import { fakeClock } from '../../test/fake-clock.ts';
import { temporaryDatabase } from '../../test/temporary-store.ts';
import { systemClock } from '../clock.ts';
import { type Log, silentLog } from '../log.ts';
import { openStore } from '../store/open.ts';
import { newestPosts } from '../store/sources/posts.ts';
import { StoreUnavailable } from '../store/store.ts';
import { openCrawlerThread } from './crawler-thread.ts';
import { rss } from './testing/bench.ts';
import { threadSettings } from './testing/thread-settings.ts';

test('the thread follows an address with its own web, readers and store', async (t) => {
  const database = await temporaryDatabase(t);
  const store = await openStore(database, systemClock);
  t.after(() => store.close());
  const site = await serve(t, rss([2, 1]));
  const crawler = openCrawlerThread({
    settings: threadSettings({ database, fetchAllow: '127.0.0.1' }),
    log: silentLog,
    clock: systemClock,
  });
  t.after(() => crawler.close());
  const followed = await crawler.follow(`${site}/feed`);
  assert.equal(followed.kind, 'source', JSON.stringify(followed));
  if (followed.kind !== 'source') return;
  const posts = await store.read((tx) => newestPosts(tx, followed.sourceId, 10));
  assert.deepEqual(
    posts.map((post) => post.title),
    ['Post 2', 'Post 1'],
  );
  assert.match((await crawler.refresh(followed.sourceId)).sentence, /can be refreshed again in 10 minutes/);
  assert.match(JSON.stringify(await crawler.fetchArticle(999)), /no such post/);
  assert.equal(await crawler.runDue(), 0);
  await crawler.close();
  assert.equal((await crawler.follow(`${site}/feed`)).kind, 'refused');
});

test('a thread that dies is logged and started again, later each time, and what was asked is answered', async (t) => {
  const clock = fakeClock();
  const { log, next } = listeningLog();
  const settings = threadSettings();
  let isFull = false;
  const crawler = openCrawlerThread({
    settings: {
      ...settings,
      // Where a machine has no room for another thread, Node says so at once, as it does of settings that cannot be sent.
      get agent() {
        if (isFull) throw new Error('EAGAIN');
        return settings.agent;
      },
    },
    log,
    clock,
    program: program(`
      import { parentPort } from 'node:worker_threads';
      parentPort.on('message', () => { process.exit(7); });`),
  });
  t.after(() => crawler.close());
  assert.match(JSON.stringify(await crawler.follow('example.com')), /interrupted/);
  assert.deepEqual(await next('crawler thread ended'), { code: 7, restartInMs: 1_000 });
  assert.match((await crawler.refresh(1)).sentence, /interrupted/, 'nobody waits for a thread that is down');
  assert.match(JSON.stringify(await crawler.fetchArticle(1)), /interrupted/);
  await clock.advance(1_000);
  assert.equal(await crawler.runDue(), 0);
  assert.deepEqual(await next('crawler thread ended'), { code: 7, restartInMs: 2_000 });
  isFull = true;
  await clock.advance(2_000);
  assert.match(inspect(await next('crawler thread ended')), /EAGAIN.*restartInMs: 4000/s);
  isFull = false;
  await clock.advance(4_000);
  assert.equal(await crawler.runDue(), 0);
  assert.deepEqual(await next('crawler thread ended'), { code: 7, restartInMs: 8_000 });
});

test('changes and log lines that the thread tells of reach the house', async () => {
  const { log, next } = listeningLog();
  const told: unknown[] = [];
  const crawler = openCrawlerThread({
    settings: threadSettings(),
    log,
    clock: systemClock,
    changed: (userIds) => told.push(userIds),
    program: program(`
      import { parentPort } from 'node:worker_threads';
      parentPort.on('message', ({ id, call }) => {
        parentPort.postMessage({ kind: 'changed', userIds: [3] });
        parentPort.postMessage({ kind: 'log', level: 'warn', event: 'hello', facts: { call } });
        parentPort.postMessage({ kind: 'answer', id, value: 4 });
        if (call === 'close') parentPort.close();
      });`),
  });
  assert.equal(await crawler.runDue(), 4);
  assert.deepEqual(await next('hello'), { call: 'runDue' });
  assert.deepEqual(told, [[3]]);
  await crawler.close();
});

test('a store that is away from the thread is away for whoever asked', async (t) => {
  const crawler = openCrawlerThread({
    settings: threadSettings(),
    log: silentLog,
    clock: systemClock,
    program: program(`
      import { parentPort } from 'node:worker_threads';
      parentPort.on('message', ({ id, call }) => {
        const error = new Error(call);
        parentPort.postMessage({ kind: 'failure', id, error, isAway: call === 'follow' });
        if (call === 'close') parentPort.close();
      });`),
  });
  t.after(() => crawler.close());
  await assert.rejects(crawler.follow('example.com'), StoreUnavailable);
  await assert.rejects(crawler.refresh(1), /^Error: refresh$/);
});

test('a thread that was never needed is never started, and closes', async () => {
  const failed: string[] = [];
  const crawler = openCrawlerThread({
    settings: threadSettings(),
    log: { ...silentLog, error: (event) => void failed.push(event) },
    clock: fakeClock(),
    // One that is started is waited for, and says so by then.
    program: program('throw new Error("started")'),
  });
  await crawler.close();
  assert.deepEqual(failed, []);
});

test('a thread that has closed all that it had opened is not waited for', { timeout: 60_000 }, async (t) => {
  const end = new BroadcastChannel('end of the lingering thread');
  t.after(() => {
    end.postMessage('now');
    end.close();
  });
  const crawler = openCrawlerThread({
    settings: threadSettings(),
    log: silentLog,
    clock: fakeClock(),
    // As long as the system looks up a name, which nobody can break off, its thread does not end.
    program: program(`
      import { parentPort } from 'node:worker_threads';
      const end = new BroadcastChannel('end of the lingering thread');
      end.onmessage = () => end.close();
      parentPort.on('message', ({ id, call }) => {
        parentPort.postMessage({ kind: 'answer', id, value: 0 });
        if (call === 'close') parentPort.close();
      });`),
  });
  await crawler.runDue();
  await crawler.close();
});

async function serve(t: TestContext, body: string): Promise<string> {
  const server = createServer((_, response) => response.end(body));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A log whose lines can be awaited; each line is returned once. */
function listeningLog(): { log: Log; next(event: string): Promise<unknown> } {
  const lines: { event: string; facts: unknown }[] = [];
  let heard = (): void => {};
  const line = (event: string, facts: unknown = {}): void => {
    lines.push({ event, facts });
    heard();
  };
  return {
    log: { debug: line, info: line, warn: line, error: line },
    async next(event) {
      for (;;) {
        const index = lines.findIndex((each) => each.event === event);
        if (index >= 0) return lines.splice(index, 1)[0]?.facts;
        await new Promise<void>((resolve) => {
          heard = resolve;
        });
      }
    },
  };
}

function program(text: string): URL {
  return new URL(`data:text/javascript,${encodeURIComponent(text)}`);
}
