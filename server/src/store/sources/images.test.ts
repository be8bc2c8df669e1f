import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeClock } from '../../../test/fake-clock.ts';
import { temporaryStore } from '../../../test/temporary-store.ts';
import { dropOldImages, findImage, imageBytes, imagesKept, keepImage, touchImage } from './images.ts';

test('what is kept stays within bounds, and the longest unused goes first', async (t) => {
  const clock = fakeClock();
  const { store } = await temporaryStore(t, clock);
  const bounds = { maxCount: 3, maxBytes: 25, atOnce: 10 };
  const keep = (key: string, size: number): Promise<void> =>
    store.write(async (tx) => {
      const image = { type: 'image/png', bytes: new Uint8Array(size) } as const;
      await keepImage(tx, key, { image, expiresAt: tx.now + 1_000_000 });
      await dropOldImages(tx, bounds);
    });
  const kept = async (): Promise<string[]> => {
    const found: string[] = [];
    for (const key of ['a', 'b', 'c', 'd', 'e'])
      if (await store.read((tx) => findImage(tx, key))) found.push(key);
    return found;
  };
  for (const key of ['a', 'b', 'c']) {
    await keep(key, 5);
    await clock.advance(1_000);
  }
  await store.write((tx) => touchImage(tx, 'a'));
  await clock.advance(1_000);
  await keep('d', 5);
  assert.deepEqual(await kept(), ['a', 'c', 'd']);
  await clock.advance(1_000);
  await keep('e', 20);
  assert.deepEqual(await kept(), ['d', 'e']);
  assert.deepEqual(await store.read(imagesKept), { count: 2, bytes: 25 });
  assert.equal(await store.read((tx) => imageBytes(tx, 'c')), undefined);
  await keep('e', 1);
  assert.deepEqual(await store.read(imagesKept), { count: 2, bytes: 6 });
});
