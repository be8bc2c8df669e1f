import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fakeClock } from '../../../test/fake-clock.ts';
import { propertyRuns } from '../../../test/property-runs.ts';
import { temporaryStore } from '../../../test/temporary-store.ts';
import type { FeedPost } from '../../formats/feed-document.ts';
import type { KnownPost } from '../../model/post.ts';
import { emptyMemory } from '../../model/source.ts';
import { editPosts, insertPosts, NEVER_SHOWN, newestPosts, postsNamed } from '../../store/sources/posts.ts';
import { sql } from '../../store/sql.ts';
import type { WriteTx } from '../../store/store.ts';
import { someSource } from '../../store/testing/rows.ts';
import { type Candidate, candidatesOf } from './candidate.ts';
import { comparePosts } from './identity.ts';
import { possibleIdentities } from './post-names.ts';
import { postsToCompare } from './posts-to-compare.ts';

const HOUR = 3_600_000;
const SITE = 'https://s.example/';
const NOW = fakeClock().now();

/** Ten posts that differ in everything; `changed` gives one of them a field of another, or takes one away. */
const plain = (n: number): Partial<FeedPost> => ({
  guid: `${n}`,
  url: `${SITE}${n}`,
  title: `Post ${n}`,
  publishedAt: NOW - n * n * 30 * HOUR,
  content: `<p>Words of ${n}</p>`,
});
const number = fc.nat({ max: 9 });
const changed = fc.oneof(
  fc.constantFrom('guid', 'url', 'title', 'publishedAt', 'content').map((name) => ({ [name]: undefined })),
  fc
    .tuple(fc.subarray(['guid', 'url', 'title', 'publishedAt', 'content'] as const), number)
    .map(([names, n]) => {
      const other = plain(n);
      return Object.fromEntries(names.map((name) => [name, other[name]]));
    }),
  fc.constant({ publishedAt: NOW + HOUR }),
  number.map((n) => ({ guid: `new ${n}` })),
);
const post = fc
  .tuple(number, fc.option(changed, { freq: 3 }))
  .map(([n, change]): Partial<FeedPost> => ({ ...plain(n), ...change }));
const documents = fc.array(fc.array(post, { maxLength: 12 }), { minLength: 2, maxLength: 5 });

test('a document comes to the same, compared with few posts or with all that are known', async (t) => {
  const { store } = await temporaryStore(t, fakeClock());
  let sources = 0;
  let spared = 0;
  const visit = async (tx: WriteTx, sourceId: number, posts: readonly Partial<FeedPost>[]): Promise<void> => {
    const candidates = shown(posts);
    const identity = (['link', 'looks', undefined] as const)[sourceId % 3];
    const memory = { ...emptyMemory(), ...(identity && { identity }) };
    const how = { byLink: identity === 'link', byLooks: identity === 'looks', now: NOW };
    const all = await everything(tx, sourceId, possibleIdentities(candidates, how.byLink));
    const few = await postsToCompare(tx, { id: sourceId, memory }, candidates);
    const compared = comparePosts(candidates, few, how);
    assert.deepEqual(compared, comparePosts(candidates, all, how));
    spared += all.length - few.length;
    await insertPosts(tx, sourceId, compared.fresh, 1);
    await editPosts(tx, compared.edited, 1);
    // As if each seventh post had come with another source.
    await tx.run(sql`UPDATE posts SET left_at = ${NEVER_SHOWN} WHERE source_id = ${sourceId} AND id % 7 = 0`);
  };
  await fc.assert(
    fc.asyncProperty(documents, (visits) =>
      store.write(async (tx) => {
        const sourceId = await someSource(tx, `${SITE}${++sources}`);
        for (const posts of visits) await visit(tx, sourceId, posts);
      }),
    ),
    propertyRuns(7, 150),
  );
  assert.ok(spared > 0);
});

test('of a long archive a document with guids is compared with what looks like its new posts', async (t) => {
  const { store } = await temporaryStore(t, fakeClock());
  const numbered = (...numbers: number[]): Partial<FeedPost>[] => numbers.map(plain);
  const { publishedAt: _date, ...undated } = plain(60);
  await store.write(async (tx) => {
    const id = await someSource(tx, SITE);
    const first = shown([...Array.from({ length: 40 }, (_, n) => plain(n + 10)), undated]);
    const { fresh } = comparePosts(first, [], { byLink: false, now: NOW });
    await insertPosts(
      tx,
      id,
      fresh.map((each) => ({ ...each, sortAt: each.publishedAt ?? 0 })),
      1,
    );
    const compared = async (...posts: Partial<FeedPost>[]): Promise<string[]> =>
      (await postsToCompare(tx, { id, memory: emptyMemory() }, shown(posts)))
        .map(({ title }) => title)
        .sort();
    assert.deepEqual(await compared(...numbered(10, 11)), ['Post 10', 'Post 11']);
    const moved = { ...plain(49), guid: 'another' };
    const told = ['Post 30', 'Post 31'];
    assert.deepEqual(await compared(...numbered(30, 31, 9), moved), ['Post 10', ...told, 'Post 49']);
    const renamed = { ...undated, guid: 'one more' };
    assert.deepEqual(await compared(...numbered(30, 31), renamed), ['Post 10', ...told, 'Post 60']);
    // So few are known by their guids that all guids may have changed; and a post without a guid may be any of the known ones.
    assert.equal((await compared(...numbered(5, 6, 7, 8, 30))).length, 41);
    const { guid: _guid, ...nameless } = plain(9);
    assert.equal((await compared(...numbered(30, 31), nameless)).length, 41);
    const [ownLink] = comparePosts(shown([nameless]), [], { byLink: false, now: NOW }).fresh;
    assert.ok(ownLink);
    await insertPosts(tx, id, [ownLink], 1);
    assert.deepEqual(await compared(...numbered(30, 31), nameless), [...told, 'Post 9']);
  });
});

test('a long document whose guids are all made anew has nothing new', async (t) => {
  const { store } = await temporaryStore(t, fakeClock());
  const visit = (build: string): Candidate[] =>
    shown(
      Array.from({ length: 400 }, (_, n) => ({
        ...plain(n),
        guid: `${build}-${n}`,
        publishedAt: NOW - n * HOUR,
      })),
    );
  await store.write(async (tx) => {
    const id = await someSource(tx, SITE);
    const { fresh } = comparePosts(visit('one'), [], { byLink: false, now: NOW });
    await insertPosts(tx, id, fresh, 1);
    const again = visit('other');
    const known = await postsToCompare(tx, { id, memory: emptyMemory() }, again);
    assert.equal(comparePosts(again, known, { byLink: false, now: NOW }).fresh.length, 0);
  });
});

function shown(posts: readonly Partial<FeedPost>[]): Candidate[] {
  return candidatesOf(
    posts.map((each) => ({ categories: [], enclosures: [], ...each })),
    { siteUrl: SITE, now: NOW },
  );
}

/** All that may be compared, without leaving anything out. */
async function everything(tx: WriteTx, sourceId: number, names: readonly string[]): Promise<KnownPost[]> {
  const newest = await newestPosts(tx, sourceId, 1_000);
  const named = await postsNamed(tx, sourceId, names);
  return [...new Map([...newest, ...named].map((each) => [each.id, each])).values()];
}
