// Somebody begins to follow a feed at the moment at which its posts are recorded, on a server that has several writers.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { isOnPostgres } from '../../test/temporary-store.ts';
import { isWaitedFor, untilWaitedFor } from '../accounts/testing/meanwhile.ts';
import { insertFeed } from '../store/feeds/feeds.ts';
import { hubsOf } from '../store/sources/hubs.ts';
import { countPosts } from '../store/sources/posts.ts';
import type { Store } from '../store/store.ts';
import { someUser } from '../store/testing/rows.ts';
import { fillFeed } from './following/fill-feed.ts';
import { type Bench, bench, rss } from './testing/bench.ts';

const FEED = 'https://example.com/feed';
const links = `<link rel="hub" href="https://hub.example/" xmlns="http://www.w3.org/2005/Atom"/>
  <link rel="self" href="${FEED}" xmlns="http://www.w3.org/2005/Atom"/>`;

const bringers: [what: string, bring: (some: Some, store: Store) => Promise<unknown>][] = [
  ['a visit', ({ b, sourceId }, store) => b.open({ store }).refresh(sourceId)],
  ['a push', push],
];

for (const [what, bring] of bringers) {
  test(`whoever begins to follow while ${what} brings a post gets that post, once`, {
    skip: isOnPostgres ? false : 'a file has one writer at a time',
  }, async (t) => {
    for (const first of ['who follows', 'the post']) {
      const some = await someFeed(t);
      const { store } = some.b;
      if (first === 'the post') {
        const following = untilRecorded(some, () => follow(some, store));
        await bring(some, following.store);
        await following.begun();
      } else {
        const bringing = untilWaitedFor(store, 1, () => bring(some, store));
        await follow(some, bringing.store);
        await bringing.begun;
      }
      const titles = (await some.b.items(some.otto)).map(({ title }) => title);
      assert.deepEqual(titles.toSorted(), ['Post 1', 'Post 2'], `${first} comes first`);
    }
  });
}

interface Some {
  b: Bench;
  sourceId: number;
  /** Does not follow it yet. */
  otto: number;
}

/** A feed with a post and a follower, which has another post by now. */
async function someFeed(t: TestContext): Promise<Some> {
  const b = await bench(t, { pushUrl: 'https://courant.example/websub/' });
  b.web.serve(FEED, rss([1], { extra: links }), rss([2, 1], { extra: links }));
  const { sourceId } = await b.subscribe(FEED);
  const otto = await b.store.write((tx) => someUser(tx, 'otto'));
  await b.clock.advance(86_400_000);
  return { b, sourceId, otto };
}

async function push({ b, sourceId }: Some, store: Store): Promise<void> {
  const [hub] = await b.store.read((tx) => hubsOf(tx, sourceId));
  const { callback = '', secret = '' } = hub ?? {};
  const body = new TextEncoder().encode(rss([2]));
  const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
  const node = b.open({ store });
  assert.equal(await node.deliver({ callback, body, contentType: undefined, signature }), 'taken');
  await node.close();
}

function follow({ sourceId, otto: userId }: Some, store: Store): Promise<unknown> {
  return store.write(async (tx) => {
    const id = await insertFeed(tx, userId, sourceId);
    await fillFeed(tx, { id, userId, sourceId });
  });
}

/** The same store, except that the transaction that brings the second post starts `other` and waits until it is waited for, or that is done. */
function untilRecorded(
  { b: { store }, sourceId }: Some,
  other: () => Promise<unknown>,
): { store: Store; begun(): Promise<unknown> } {
  let begun: Promise<unknown> | undefined;
  const write: Store['write'] = (fn, options) =>
    store.write(async (tx) => {
      const result = await fn(tx);
      if (begun || (await countPosts(tx, sourceId)) < 2) return result;
      let isDone = false;
      begun = other().finally(() => {
        isDone = true;
      });
      while (!isDone && !(await isWaitedFor(tx)));
      return result;
    }, options);
  return { store: { ...store, write }, begun: () => begun ?? assert.fail('nothing was recorded') };
}
