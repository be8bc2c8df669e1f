// A site that could only be asked without encryption when somebody first followed its feed, and that has it by now.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changesAfter } from '../../store/changes.ts';
import { bench, rss } from '../testing/bench.ts';

const PLAIN = 'http://plain.example.com/feed';
const SECURE = 'https://plain.example.com/feed';
const DAY = 86_400_000;

for (const typed of [SECURE, 'plain.example.com/feed'])
  test(`whoever types ${typed} gets the feed encrypted, and so does everybody who followed it without`, async (t) => {
    const b = await bench(t);
    b.web.serve(SECURE, { fails: 'connect-refused' });
    b.web.serve(PLAIN, { body: rss([1, 2]), headers: { etag: 'E' } }, { status: 304 });
    const ada = await b.subscribe('plain.example.com/feed', 'ada');
    assert.equal((await b.source(ada.sourceId)).url, PLAIN);
    await b.later(DAY);
    b.web.serve(SECURE, { body: rss([1, 2, 3]), headers: { etag: 'S' } });
    await b.later(DAY);
    const bob = await b.subscribe(typed, 'bob');
    assert.equal(bob.sourceId, ada.sourceId);
    assert.equal((await b.source(ada.sourceId)).url, SECURE);
    assert.deepEqual([(await b.items(ada.userId)).length, (await b.items(bob.userId)).length], [3, 3]);
    const told = await b.store.read((tx) => changesAfter(tx, ada.userId, 0, 100));
    assert.ok(told.some(({ kind, ids }) => kind === 'feeds.changed' && ids.includes(ada.feedId)));
    b.web.forget();
    for (let day = 0; day < 3; day++) await b.later(DAY);
    assert.deepEqual([b.web.requestsFor(PLAIN).length, b.web.requestsFor(SECURE).length > 0], [0, true]);
  });

test('a feed that names its unencrypted address is asked encrypted where somebody has found it so', async (t) => {
  const b = await bench(t);
  const extra = `<atom:link xmlns:atom="http://www.w3.org/2005/Atom" rel="self" href="${PLAIN}"/>`;
  b.web.serve(PLAIN, rss([1, 2], { extra }));
  b.web.serve(SECURE, rss([1, 2], { extra }));
  const ada = await b.subscribe(PLAIN, 'ada');
  await b.later(DAY);
  const bob = await b.subscribe(SECURE, 'bob');
  assert.equal(bob.sourceId, ada.sourceId);
  assert.equal((await b.source(ada.sourceId)).url, SECURE);
});

test('a site that has no encryption still gives the feed to whoever asks for it encrypted', async (t) => {
  const b = await bench(t);
  b.web.serve(SECURE, { fails: 'connect-refused' });
  b.web.serve(PLAIN, rss([1, 2]));
  const ada = await b.subscribe('plain.example.com/feed', 'ada');
  await b.later(DAY);
  const bob = await b.subscribe(SECURE, 'bob');
  assert.equal(bob.sourceId, ada.sourceId);
  assert.equal((await b.source(ada.sourceId)).url, PLAIN);
});

test('another feed at the encrypted address is a feed of its own', async (t) => {
  const b = await bench(t);
  b.web.serve(SECURE, { fails: 'connect-refused' });
  b.web.serve(PLAIN, rss([1, 2]));
  const ada = await b.subscribe('plain.example.com/feed', 'ada');
  b.web.serve(SECURE, rss([7, 8], { title: 'Another' }));
  await b.later(DAY);
  const bob = await b.subscribe(SECURE, 'bob');
  assert.notEqual(bob.sourceId, ada.sourceId);
  assert.equal((await b.source(ada.sourceId)).url, PLAIN);
});
