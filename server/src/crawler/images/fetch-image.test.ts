import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bench } from '../testing/bench.ts';
import { imageLimits } from './limits.ts';

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
