// Known posts that keep their words and are written again, with very much text: in several transactions, and none is told of twice.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { findSource, updateSource } from '../store/sources/sources.ts';
import { sql } from '../store/sql.ts';
import type { Store } from '../store/store.ts';
import { crawlerLimits } from './limits.ts';
import { readers } from './reading/reread.ts';
import { type Bench, bench, rss } from './testing/bench.ts';
import { killedAfter, texts, watched } from './testing/changed-texts.ts';

const FEED = 'https://example.com/feed';
const DAY = 86_400_000;
const ALL = [7, 6, 5, 4, 3, 2, 1];
/** Of each text, as the sanitiser leaves it. */
const LENGTH = 116;
/** Enough for two texts in one transaction. */
const limits = { ...crawlerLimits, textAtOnce: 2.5 * LENGTH };

/** Why posts are written again: what a visit finds, and what the memory of the source says as long as not all is written. */
const reasons = {
  'of which the links have moved': async ({ b }: Followed): Promise<void> =>
    b.web.serve(FEED, { body: shown(ALL, 'new'), headers: { etag: 'moved' } }),
  'that older readers have read, and of which the links have moved since': async ({
    b,
    sourceId,
  }: Followed): Promise<void> => {
    b.web.serve(FEED, { body: shown(ALL, 'new'), headers: { etag: 'moved' } });
    await readByOlder(b, sourceId);
  },
  'that older readers have read': async ({ b, sourceId }: Followed): Promise<void> => {
    b.web.serve(FEED, { status: 304 });
    await b.store.write(async (tx) => {
      await tx.run(
        sql`UPDATE post_contents SET content = replace(content, 'old', 'new'), summary = replace(summary, 'old', 'new')`,
      );
    });
    await readByOlder(b, sourceId);
  },
};

function readByOlder({ store }: Bench, sourceId: number): Promise<void> {
  return store.write(async (tx) => {
    const source = await findSource(tx, sourceId);
    assert.ok(source);
    await updateSource(tx, sourceId, { ...source, memory: { ...source.memory, readBy: '0.9' } });
  });
}

for (const [reason, happens] of Object.entries(reasons)) {
  test(`of posts ${reason}, no transaction writes more text than it may, and each is told of once`, async (t) => {
    const f = await followed(t);
    await happens(f);
    const before = await texts(f.b);
    const perWrite: number[] = [];
    await visit(f, watched(f.b, perWrite));
    assert.deepEqual(
      perWrite.filter((chars) => chars > 0),
      [2, 2, 2, 1].map((posts) => posts * LENGTH),
    );
    await isWhole(f, before);
  });

  for (const portions of [1, 2, 3]) {
    test(`of posts ${reason}, a process that is killed after ${portions} portions leaves the rest to the next visit`, async (t) => {
      const f = await followed(t);
      await happens(f);
      const before = await texts(f.b);
      await visit(f, killedAfter(f.b, portions));
      assert.equal(changed(before, await texts(f.b)), 2 * portions);
      const { readBy, readdressedAt } = (await f.b.source(f.sourceId)).memory;
      assert.ok(readBy !== readers || readdressedAt === undefined);
      await f.b.later(DAY);
      await isWhole(f, before);
    });
  }
}

test('new and edited posts of the same document come before those of which the links have moved, each once', async (t) => {
  const f = await followed(t);
  const { b, userId, sourceId } = f;
  const posts = [10, 9, 8, ...ALL];
  const body = shown(posts, 'new').replace(/Words of ([567]) /g, 'Other words of $1 ');
  b.web.serve(FEED, { body, headers: { etag: 'moved' } });
  const perWrite: number[] = [];
  await visit(f, watched(b, perWrite));
  assert.deepEqual(
    perWrite.filter((chars) => chars > 0).map((chars) => Math.floor(chars / LENGTH)),
    [2, 2, 4, 2],
  );
  const items = await b.items(userId);
  assert.deepEqual(
    items.map(({ title }) => title),
    posts.map((n) => `Post ${n}`),
  );
  const [last] = await b.visits(sourceId);
  assert.deepEqual(last?.outcome, { kind: 'document', newPosts: 3, editedPosts: 3 });
  assert.deepEqual(
    (await toldOf(b, userId)).toSorted(byNumber),
    items
      .slice(3)
      .map(({ id }) => id)
      .toSorted(byNumber),
  );
});

test('posts that are known by their links are the same while these move, portion by portion', async (t) => {
  const f = await followed(t, withoutGuids);
  f.b.web.serve(FEED, { body: withoutGuids(shown(ALL, 'new')), headers: { etag: 'moved' } });
  const before = await texts(f.b);
  await visit(f, killedAfter(f.b, 1));
  assert.equal(changed(before, await texts(f.b)), 2);
  await f.b.later(DAY);
  await isWhole(f, before);
});

interface Followed {
  b: Bench;
  sourceId: number;
  userId: number;
}

async function followed(t: TestContext, made = (body: string) => body): Promise<Followed> {
  const b = await bench(t, { limits });
  b.web.serve(FEED, { body: made(shown(ALL, 'old')), headers: { etag: 'first' } });
  return { b, ...(await b.subscribe(FEED)) };
}

function shown(posts: readonly number[], site: 'old' | 'new'): string {
  const escaped = (n: number): string => text(n, site).replaceAll('<', '&lt;');
  return rss(
    posts.map((n) => ({ n, text: escaped(n) })),
    { site: `https://${site}.example/` },
  );
}

function text(n: number, site: 'old' | 'new'): string {
  return `<p>Words of ${n} <a href="https://${site}.example/about/${n}">there</a></p>`;
}

function withoutGuids(body: string): string {
  return body.replace(/<guid.*?<\/guid>/g, '');
}

async function visit({ b }: Followed, store: Store): Promise<void> {
  const crawler = b.open({ store });
  await b.clock.advance(DAY);
  await b.wait(crawler.runDue().catch(() => 0));
  await b.wait(crawler.close().catch(() => {}));
}

function changed(before: readonly string[], now: readonly string[]): number {
  return now.filter((each, index) => each !== before[index]).length;
}

/** All posts are there once, in order, with everything changed and told of once; and a visit more changes nothing. */
async function isWhole({ b, sourceId, userId }: Followed, before: readonly string[]): Promise<void> {
  const whole = await texts(b);
  assert.equal(changed(before, whole), ALL.length);
  const { readBy, readdressedAt } = (await b.source(sourceId)).memory;
  assert.equal(readBy, readers);
  const told = await toldOf(b, userId);
  const items = await b.items(userId);
  assert.deepEqual(
    items.map(({ title }) => title),
    ALL.map((n) => `Post ${n}`),
  );
  assert.deepEqual(told.toSorted(byNumber), items.map(({ id }) => id).toSorted(byNumber));
  const [last] = await b.visits(sourceId);
  assert.deepEqual(last?.outcome, { kind: 'document', newPosts: 0, editedPosts: 0 });
  await b.later(2 * DAY);
  assert.deepEqual([await texts(b), await toldOf(b, userId)], [whole, told]);
  assert.equal((await b.source(sourceId)).memory.readdressedAt, readdressedAt);
}

/** The ids of items of which was told that they are edited. */
async function toldOf(b: Bench, userId: number): Promise<number[]> {
  const rows = await b.store.read((tx) =>
    tx.all<{ ids: string }>(sql`SELECT ids FROM changes WHERE kind = 'items.edited' AND user_id = ${userId}`),
  );
  return rows.flatMap(({ ids }) => JSON.parse(ids) as number[]);
}

function byNumber(one: number, other: number): number {
  return one - other;
}
