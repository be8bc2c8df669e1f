import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FakeAnswer } from '../../../test/fake-web.ts';
import { backoffOf } from '../../store/sources/hosts.ts';
import { sql } from '../../store/sql.ts';
import { type Store, StoreUnavailable } from '../../store/store.ts';
import { bench, rss } from '../testing/bench.ts';
import { imageLimits } from './limits.ts';

const HOUR = 3_600_000;
const PNG = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1);

test('only so many pictures are fetched at once, others wait for a place, and those beyond are told that it is busy', async (t) => {
  const { crawler, web, wait } = await bench(t);
  const { atOnce, waiting } = imageLimits;
  const underWay = new Set<string>();
  let [most, answer] = [0, () => {}];
  const answering = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const ask = (n: number) => {
    const url = `https://cdn.example/${n}.png`;
    web.serve(url, async () => {
      most = Math.max(most, underWay.add(url).size);
      await answering;
      underWay.delete(url);
      return { status: 404 };
    });
    return crawler.fetchImage({ key: url, url });
  };
  const all = Array.from({ length: atOnce + waiting }, (_, n) => ask(n));
  const beyond = ask(all.length);
  while (underWay.size < atOnce) await new Promise((resolve) => setImmediate(resolve));
  answer();
  const refused = { kind: 'failed', failure: 'refused' };
  assert.deepEqual(await wait(Promise.all(all)), Array(all.length).fill(refused));
  assert.deepEqual(await wait(beyond), { kind: 'failed', failure: 'busy' });
  assert.equal(most, atOnce);
  assert.deepEqual(await wait(ask(all.length + 1)), refused);
});

test('of all pictures as much is kept as the operator has set', async (t) => {
  const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(20_000)]);
  const requests = async (imageCacheBytes: number): Promise<number> => {
    const { crawler, web, wait, clock } = await bench(t, { imageCacheBytes });
    for (const name of ['a', 'b', 'c', 'a']) {
      const url = `https://cdn.example/${name}.png`;
      web.serve(url, { body: png });
      assert.deepEqual(await wait(crawler.fetchImage({ key: url, url })), { kind: 'kept' });
      await clock.advance(1_000);
    }
    return web.requests.length;
  };
  assert.equal(await requests(3 * png.length), 3);
  assert.equal(await requests(3 * png.length - 1), 4);
});

test('a host that says that nothing more is allowed is asked for no more pictures until then, and for as long as for feeds after a 429', async (t) => {
  const b = await bench(t);
  const restAfter = async (answer: FakeAnswer): Promise<number> => {
    b.web.serve('https://example.com/1.png', answer);
    await b.clock.advance(24 * HOUR);
    await b.wait(b.crawler.fetchImage({ key: `${b.clock.now()}`, url: 'https://example.com/1.png' }));
    return (await b.store.read((tx) => backoffOf(tx, 'example.com'))) - b.clock.now();
  };
  const spent = (seconds: number) => ({ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': `${seconds}` });
  assert.equal(await restAfter({ body: PNG, headers: spent(600) }), HOUR / 6);
  assert.equal(await restAfter({ body: PNG, headers: spent(36_000) }), HOUR);
  assert.equal(await restAfter({ status: 403, headers: spent(600) }), HOUR / 6);
  assert.equal(await restAfter({ status: 429, headers: spent(36_000) }), 10 * HOUR);
  assert.equal(await restAfter({ status: 429 }), 4 * HOUR);
});

test('at a name outside the registries only a rest that is named makes feeds wait for hours', async (t) => {
  const b = await bench(t);
  const url = 'http://bridge.lan:3000/1.png';
  for (const status of [200, 429]) {
    const feed = `http://bridge.lan:3000/${status}`;
    b.web.serve(feed, rss([status]));
    b.web.serve(url, { status, headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '86400' } });
    await b.wait(b.crawler.fetchImage({ key: `${status}`, url }));
    await b.clock.advance(imageLimits.passingMs);
    assert.equal((await b.wait(b.crawler.follow(feed))).kind, 'source', `${status}`);
  }
});

test('a picture for which the disk has no room is not fetched anew for each who views it', async (t) => {
  const b = await bench(t);
  const store: Store = {
    ...b.store,
    write: (fn, options) =>
      b.store.write(async (tx) => {
        const value = await fn(tx);
        const kept = await tx.get<{ n: number }>(sql`SELECT count(*) AS n FROM image_bodies`);
        if (Number(kept?.n) > 0) throw new Error('database or disk is full');
        return value;
      }, options),
  };
  const node = b.open({ store });
  t.after(() => b.wait(node.close()));
  const url = 'https://example.com/1.png';
  b.web.serve(url, { body: PNG });
  for (let times = 0; times < 3; times++) {
    const answer = await b.wait(node.fetchImage({ key: '1', url }).catch(() => undefined));
    assert.deepEqual(answer, { kind: 'failed', failure: 'busy' });
  }
  assert.equal(b.web.requests.length, 1);
  await b.clock.advance(imageLimits.passingMs);
  assert.deepEqual(await b.wait(b.crawler.fetchImage({ key: '1', url })), { kind: 'kept' });
});

test('a picture is kept though the store was away for a moment', async (t) => {
  const b = await bench(t);
  let left = 1;
  const write: Store['write'] = async (fn, options) => {
    if (left-- > 0) throw new StoreUnavailable('the connection was lost');
    return b.store.write(fn, options);
  };
  const node = b.open({ store: { ...b.store, write } });
  t.after(() => b.wait(node.close()));
  const url = 'https://example.com/1.png';
  b.web.serve(url, { body: PNG });
  for (let times = 0; times < 2; times++)
    assert.deepEqual(await b.wait(node.fetchImage({ key: '1', url })), { kind: 'kept' });
  assert.equal(b.web.requests.length, 1);
});

test('a picture that is kept is shown on while its site is away, and until that says that there is none any more', async (t) => {
  const b = await bench(t);
  const url = 'https://example.com/1.png';
  const asked = async (answer: FakeAnswer, afterMs: number): Promise<string> => {
    b.web.serve(url, answer);
    await b.clock.advance(afterMs);
    const fetched = await b.wait(b.crawler.fetchImage({ key: '1', url }));
    return `${'failure' in fetched ? fetched.failure : fetched.kind} ${b.web.requests.length}`;
  };
  assert.equal(await asked({ body: PNG }, 0), 'kept 1');
  const isOver = imageLimits.keptMs;
  assert.equal(await asked({ fails: 'dns-failed' }, isOver), 'kept 2');
  assert.equal(await asked({ fails: 'dns-failed' }, imageLimits.passingMs - 1), 'kept 2');
  assert.equal(await asked({ status: 503, headers: { 'retry-after': '7200' } }, 1), 'kept 3');
  assert.equal(await asked({ body: PNG }, HOUR), 'kept 3', 'it is not asked for while its host rests');
  assert.equal(await asked({ body: PNG }, HOUR), 'kept 4');
  assert.equal(await asked({ status: 404 }, isOver), 'refused 5');
});

test('what one site of a shared domain says of its picture keeps that one waiting, and its neighbours for a day', async (t) => {
  const b = await bench(t);
  const url = 'https://one.s3.amazonaws.com/1.png';
  const neighbour = 'https://two.s3.amazonaws.com/1.png';
  b.web.serve(url, { status: 429, headers: { 'retry-after': '2592000' } });
  b.web.serve(neighbour, { body: PNG });
  const look = async (afterMs: number): Promise<number[]> => {
    await b.clock.advance(afterMs);
    for (const each of [url, neighbour]) await b.wait(b.crawler.fetchImage({ key: each, url: each }));
    return [url, neighbour].map((each) => b.web.requestsFor(each).length);
  };
  assert.deepEqual(await look(0), [1, 0]);
  assert.deepEqual(await look(23 * HOUR), [1, 0]);
  assert.deepEqual(await look(HOUR), [1, 1]);
  assert.deepEqual(await look(28 * 24 * HOUR), [1, 1]);
  assert.deepEqual(await look(24 * HOUR), [2, 1]);
});

test('while its host rests, a picture that is not kept costs no write, however often it is viewed', async (t) => {
  const b = await bench(t);
  let writes = 0;
  const write: Store['write'] = (fn, options) => {
    writes++;
    return b.store.write(fn, options);
  };
  const node = b.open({ store: { ...b.store, write } });
  t.after(() => b.wait(node.close()));
  b.web.serve('https://example.com/1.png', { status: 429 });
  for (const [key, costs] of [
    ['1', 1],
    ['2', 0],
    ['2', 0],
  ] as const) {
    const before = writes;
    const answer = await b.wait(node.fetchImage({ key, url: `https://example.com/${key}.png` }));
    assert.deepEqual([answer, writes - before], [{ kind: 'failed', failure: 'busy' }, costs], key);
  }
});
