import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { type TestContext, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';
import { posts, rss } from '../../../test/documents.ts';
import { type FakeClock, fakeClock } from '../../../test/fake-clock.ts';
import { openReadingPool, type ReadingPool, type ReadingPoolOptions } from './reading-pool.ts';

const FROM = { url: 'https://example.com/feed' };
const feed = new TextEncoder().encode(rss('Feed', posts(1, 2).toReversed()));
const story = 'Some words of a story, with a comma, and with enough of them to be one. '.repeat(10);
const page = new TextEncoder().encode(`<body><article><p>${story}</p><p>${story}</p></article></body>`);

/** A reader that does what its document says: `die`, `stall`, `work` (for 100 ms of the processor), `spin` (busy for ever) or `fill` (its memory). */
const moody = program(`
  import { parentPort } from 'node:worker_threads';
  parentPort.on('message', ({ bytes }) => {
    parentPort.postMessage('begun');
    const text = new TextDecoder().decode(bytes);
    if (text === 'die') throw new Error('poison');
    if (text === 'stall') return;
    if (text === 'work') while (process.threadCpuUsage().user < 100_000);
    if (text === 'spin') for (;;);
    if (text === 'fill') { const all = []; for (;;) all.push(new Array(10_000).fill(Math.random())); }
    parentPort.postMessage({ kind: 'not-a-feed', why: 'text', detail: text });
  });`);

test('a document is read in another thread and comes back as a value', async (t) => {
  const { pool } = open(t);
  const reading = await pool.read(feed, FROM);
  assert.ok(reading.kind === 'feed');
  assert.deepEqual(
    reading.document.posts.map((post) => post.title),
    ['Post 2', 'Post 1'],
  );
  assert.equal(feed[0], '<'.charCodeAt(0), 'the bytes stay with the caller');
});

test('a packed document is unpacked for its reader, and one that is damaged costs itself and nothing else', async (t) => {
  const { pool } = open(t, { limits: { readers: 1 } });
  const packed = gzipSync(feed);
  const damaged = pool.read({ packed: packed.subarray(0, 20), packing: 'gzip' }, FROM);
  const reading = await pool.read({ packed, packing: 'gzip' }, FROM);
  assert.ok(reading.kind === 'feed');
  assert.equal(reading.document.posts.length, 2);
  const lost = await damaged;
  assert.equal(lost.kind === 'not-a-feed' && lost.why, 'reader-died');
});

test('the article of a page is found in another thread, and a page that stalls it is given up', async (t) => {
  const { pool } = open(t);
  const article = await pool.extract(page, FROM);
  assert.ok(article.kind === 'article' && article.content.includes('Some words of a story'));
  const slow = open(t, { program: moody, limits: { readers: 1 } });
  const stalled = slow.pool.extract(new TextEncoder().encode('stall'), FROM);
  await slow.clock.advance(30_000);
  assert.deepEqual(await stalled, { kind: 'no-article', why: 'reader-timeout' });
});

test('a document that kills its reader costs itself and nothing else', async (t) => {
  const { pool } = open(t, { program: moody });
  const results = await Promise.all(['one', 'die', 'two', 'three'].map((text) => readText(pool, text)));
  assert.deepEqual(results, ['text', 'reader-died', 'text', 'text']);
});

test('a document whose reader cannot be started, because the machine has no room for it, waits until one can', async (t) => {
  const full = [() => Promise.reject(new Error('EMFILE')), () => assert.fail('EAGAIN')];
  let starts = 0;
  const start: ReadingPoolOptions['start'] = (url, options) => {
    starts++;
    const fails = full.pop();
    if (!fails) return new Worker(url, options);
    const unstarted = Object.assign(new EventEmitter(), { postMessage: () => {}, terminate: async () => 1 });
    fails().catch((error: unknown) => {
      unstarted.emit('error', error);
      unstarted.emit('exit', 1);
    });
    return unstarted as unknown as Worker;
  };
  const { pool, clock } = open(t, { start, limits: { readers: 1 } });
  const readings = [pool.read(feed, FROM), pool.read(feed, FROM)];
  await nextTurn();
  assert.equal(starts, 1);
  await clock.advance(1_000);
  await nextTurn();
  assert.equal(starts, 2);
  await clock.advance(1_000);
  for (const reading of await Promise.all(readings)) assert.equal(reading.kind, 'feed');
  assert.equal(starts, 3);
});

test('a document whose reader ends before it begins to read, for want of a file descriptor to load it with, waits for the next', async (t) => {
  const unloaded = program(`throw new Error('EMFILE');`);
  const { pool, clock, ended } = openWithFirst(t, unloaded);
  const reading = pool.read(feed, FROM);
  await ended;
  await clock.advance(1_000);
  assert.equal((await reading).kind, 'feed');
});

test('a page for which its reader cannot load the code, though it has read a document, waits for the next', async (t) => {
  const unloaded = program(`
    import { parentPort } from 'node:worker_threads';
    parentPort.on('message', ({ task }) => {
      if (task === 'article') throw new Error('EMFILE');
      parentPort.postMessage('begun');
      parentPort.postMessage({ kind: 'not-a-feed', why: 'text', detail: '' });
    });`);
  const { pool, clock, ended } = openWithFirst(t, unloaded);
  assert.equal(await readText(pool, 'one'), 'text');
  const reading = pool.extract(page, FROM);
  await ended;
  await clock.advance(1_000);
  assert.equal((await reading).kind, 'article');
});

test('a document whose reader can never be started is given up after half a minute, without blame', async (t) => {
  let starts = 0;
  const start = () => {
    starts++;
    return assert.fail('EAGAIN');
  };
  const { pool, clock } = open(t, { start, limits: { readers: 1 } });
  const text = readText(pool, 'one');
  await clock.advance(29_000);
  assert.equal(await text, 'no-reader');
  assert.equal(starts, 30);
});

test('a document that eats the memory of its reader costs itself and nothing else', async (t) => {
  const { pool } = open(t, { program: moody, limits: { heapMb: 24 } });
  assert.deepEqual(await Promise.all(['fill', 'one'].map((text) => readText(pool, text))), [
    'reader-died',
    'text',
  ]);
});

test('a document that is too heavy for a real reader is not given to another, because that has told that it begins', async (t) => {
  const text = `<![CDATA[${'<p>a</p>'.repeat(2_000_000)}]]>`;
  const heavy = `<rss><channel><item><description>${text}</description></item></channel></rss>`;
  const ended = Promise.withResolvers<void>();
  const start: ReadingPoolOptions['start'] = (url, options) =>
    new Worker(url, options).once('exit', () => ended.resolve());
  const { pool } = open(t, { start, limits: { heapMb: 24 } });
  const reading = readText(pool, heavy);
  await ended.promise;
  assert.equal(await Promise.race([reading, nextTurn('waits for another')]), 'reader-died');
});

test('a document that keeps its reader busy is given up, and the next is read by another', {
  timeout: 600_000,
}, async (t) => {
  const limits = { readers: 1, timeoutMs: 40, longestMs: Number.POSITIVE_INFINITY };
  const { pool, clock } = open(t, { program: moody, limits });
  assert.equal(await readText(pool, 'warm up'), 'text');
  let why = '';
  const busy = readText(pool, 'spin').then((found) => {
    why = found;
  });
  const next = readText(pool, 'one');
  // The reader uses real time, not this clock.
  while (why === '') {
    await clock.advance(40);
    await nextTurn();
  }
  await busy;
  assert.equal(why, 'reader-timeout');
  assert.equal(await next, 'text');
});

test('a reader that has hardly had the processor is waited for, but not for ever', async (t) => {
  const { pool, clock } = open(t, { program: moody, limits: { readers: 1 } });
  assert.equal(await readText(pool, 'warm up'), 'text');
  const stalled = readText(pool, 'stall');
  const next = readText(pool, 'one');
  await clock.advance(29_999);
  assert.equal(await Promise.race([stalled, Promise.resolve('waiting')]), 'waiting');
  await clock.advance(1);
  assert.equal(await stalled, 'reader-timeout');
  assert.equal(await next, 'text');
});

test('on a slow machine a document may have as much more of the processor as the machine is slower', {
  timeout: 600_000,
}, async (t) => {
  const limits = { readers: 1, timeoutMs: 40, longestMs: Number.POSITIVE_INFINITY };
  const { pool, clock } = open(t, { program: moody, limits, slowness: () => 100_000 });
  let why = '';
  const working = readText(pool, 'work').then((found) => {
    why = found;
  });
  while (why === '') {
    await clock.advance(40);
    await nextTurn();
  }
  await working;
  assert.equal(why, 'text');
});

test('on a slow machine a reader that has hardly had the processor is waited for four times as long', async (t) => {
  const { pool, clock } = open(t, { program: moody, limits: { readers: 1 }, slowness: () => 12 });
  assert.equal(await readText(pool, 'warm up'), 'text');
  const stalled = readText(pool, 'stall');
  await clock.advance(119_999);
  assert.equal(await Promise.race([stalled, Promise.resolve('waiting')]), 'waiting');
  await clock.advance(1);
  assert.equal(await stalled, 'reader-timeout');
});

test('what a person waits for is read before what nobody waits for, each in the order in which it came', async (t) => {
  const { pool } = open(t, { program: moody, limits: { readers: 1 } });
  const order: string[] = [];
  const read = async (text: string, urgency?: { isAwaited: boolean }): Promise<void> => {
    await pool.read(new TextEncoder().encode(text), FROM, urgency);
    order.push(text);
  };
  const extract = async (text: string, urgency?: { isAwaited: boolean }): Promise<void> => {
    await pool.extract(new TextEncoder().encode(text), FROM, urgency);
    order.push(text);
  };
  await Promise.all([
    read('under way'),
    read('planned'),
    extract('planned article'),
    read('followed', { isAwaited: true }),
    extract('article', { isAwaited: true }),
    read('planned later', { isAwaited: false }),
  ]);
  assert.deepEqual(order, [
    'under way',
    'followed',
    'article',
    'planned',
    'planned article',
    'planned later',
  ]);
});

test('closing ends what is being read', async (t) => {
  const { pool } = open(t, { program: moody, limits: { readers: 1 } });
  const reads = ['stall', 'waits'].map((text) => readText(pool, text));
  await pool.close();
  assert.deepEqual(await Promise.all(reads), ['reader-died', 'reader-died']);
  assert.equal(await readText(pool, 'late'), 'reader-died');
});

test('a reader that has nothing to do is ended, and another is there when it is needed', async (t) => {
  const { pool, clock } = open(t, { program: moody });
  await readText(pool, 'one');
  assert.equal(clock.pending, 1);
  await clock.advance(30_000);
  assert.equal(clock.pending, 0);
  assert.equal(await readText(pool, 'two'), 'text');
});

/** Its first reader is this program; `ended` resolves when that has ended. */
function openWithFirst(t: TestContext, first: URL) {
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  let starts = 0;
  const start: ReadingPoolOptions['start'] = (url, options) => {
    if (starts++ > 0) return new Worker(url, options);
    return new Worker(first, options).once('exit', () => resolve());
  };
  return { ...open(t, { start, limits: { readers: 1 } }), ended };
}

function open(
  t: TestContext,
  options: Partial<ReadingPoolOptions> = {},
): { pool: ReadingPool; clock: FakeClock } {
  const clock = fakeClock();
  // A busy machine would be taken for a slow one.
  const pool = openReadingPool({ clock, slowness: () => 1, ...options });
  t.after(() => pool.close());
  return { pool, clock };
}

async function readText(pool: ReadingPool, text: string): Promise<string> {
  const result = await pool.read(new TextEncoder().encode(text), FROM);
  return result.kind === 'feed' ? 'feed' : result.why;
}

function program(text: string): URL {
  return new URL(`data:text/javascript,${encodeURIComponent(text)}`);
}
