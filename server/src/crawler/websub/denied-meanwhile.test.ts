import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { isOnPostgres } from '../../../test/temporary-store.ts';
import { hubsOf } from '../../store/sources/hubs.ts';
import type { Store } from '../../store/store.ts';
import { bench, rss } from '../testing/bench.ts';

const FEED = 'https://example.com/feed';
const links = `<link rel="hub" href="https://hub.example/" xmlns="http://www.w3.org/2005/Atom"/>
  <link rel="self" href="${FEED}" xmlns="http://www.w3.org/2005/Atom"/>`;

test('a hub that denies us while another node stores what it has pushed has denied us', {
  skip: isOnPostgres ? false : 'a file has one writer at a time',
}, async (t) => {
  const { clock, web, store, crawler, open, wait, subscribe, items } = await bench(t, {
    pushUrl: 'https://courant.example/websub/',
  });
  web.serve(FEED, rss([2, 1], { extra: links }));
  const { sourceId, userId } = await subscribe(FEED);
  const hub = async () => (await store.read((tx) => hubsOf(tx, sourceId)))[0];
  const { callback = '', topic = '', secret = '' } = (await hub()) ?? {};
  const deny = () => crawler.verifyHub({ callback, mode: 'denied', topic, leaseSeconds: undefined });
  const node = open({ store: onceBefore(store, 'INSERT INTO items', deny) });
  const body = new TextEncoder().encode(rss([3, 2, 1]));
  const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
  assert.equal(await node.deliver({ callback, body, contentType: undefined, signature }), 'taken');
  await wait(node.close());
  assert.equal((await items(userId)).length, 3);
  const after = await hub();
  assert.deepEqual([after?.state, after?.trustedSince], ['denied', undefined]);
  assert.ok((after?.pushedAt ?? 0) > 0 && (after?.pushedAt ?? 0) <= clock.now());
});

/** Does something in the middle of a transaction, before the first statement with some words. */
function onceBefore(store: Store, words: string, act: () => Promise<unknown>): Store {
  let done: Promise<unknown> | undefined;
  return {
    ...store,
    write: (fn, options) =>
      store.write((tx) => {
        const run = tx.run.bind(tx);
        tx.run = async (statement) => {
          if (statement.text.includes(words)) done ??= act();
          await done;
          return run(statement);
        };
        return fn(tx);
      }, options),
  };
}
