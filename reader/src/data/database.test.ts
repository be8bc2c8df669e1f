import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPatienceMs } from './limits.ts';

/** One that opens, and answers nothing. */
const mute = {
  open() {
    const result = { transaction: () => ({ objectStore: () => ({ get: () => ({}) }) }) };
    const request = { result, onsuccess() {} };
    queueMicrotask(() => request.onsuccess());
    return request;
  },
};

test('a database that opens and then answers nothing counts as none', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  Object.assign(globalThis, { window: { indexedDB: mute } });
  t.after(() => Reflect.deleteProperty(globalThis, 'window'));
  const { readFact, write } = await import('./database.ts');
  const first = readFact('cursor');
  await new Promise(setImmediate);
  t.mock.timers.tick(openPatienceMs);
  const soon = new Promise((resolve) => setImmediate(resolve, 'later'));
  assert.equal(await Promise.race([first, soon]), undefined);
  // Nor is anything asked or written later, which might be somebody else's.
  assert.equal(await readFact('owner'), undefined);
  await assert.rejects(write({ facts: { owner: 1 } }));
});
