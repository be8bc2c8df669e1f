// Streams against a plain model: whatever lists a call joins, is narrowed to and leaves out, its pages hold what sets would.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { propertyRuns } from '../../test/property-runs.ts';
import type { Stream } from '../model/stream.ts';
import { someFeed } from '../store/testing/rows.ts';
import { createGroup } from './groups.ts';
import { markItems } from './marks.ts';
import { listStream } from './streams.ts';
import { tagItems } from './tags.ts';
import { someLibrary } from './testing/some-library.ts';

type List = [name: string, stream: Stream, ids: readonly number[]];

test('lists that are joined, narrowed and left out hold what sets would, in both orders and page by page', async (t) => {
  const some = await someLibrary(t);
  const { library, ines } = some;
  const lists = await listsOf(some);
  const all = await allOf(some);
  const named = fc.constantFrom(...lists);
  const query = fc.record({
    any: fc.array(named, { minLength: 1, maxLength: 3 }),
    all: fc.array(named, { maxLength: 2 }),
    none: fc.array(named, { maxLength: 2 }),
    oldestFirst: fc.boolean(),
    limit: fc.integer({ min: 1, max: 5 }),
  });
  await fc.assert(
    fc.asyncProperty(query, async ({ any, all: bounds, none, oldestFirst, limit }) => {
      const has = (id: number) => (list: List) => list[2].includes(id);
      const wanted = all.filter((id) => any.some(has(id)) && bounds.every(has(id)) && !none.some(has(id)));
      const streams = (of: readonly List[]): Stream[] => of.map(([, stream]) => stream);
      const found: number[] = [];
      for (let after: number | undefined, more = true; more; after = found.at(-1)) {
        const page = await listStream(library, ines.userId, {
          any: streams(any),
          all: streams(bounds),
          none: streams(none),
          oldestFirst,
          limit,
          ...(after === undefined ? {} : { after }),
        });
        more = page.more;
        assert.equal(page.items.length, more ? limit : wanted.length - found.length);
        found.push(...page.items.map(({ id }) => id));
        // Pages that never end are found out as well.
        assert.ok(found.length <= wanted.length);
      }
      assert.deepEqual(found, oldestFirst ? wanted : wanted.toReversed());
    }),
    propertyRuns(20, 300),
  );
});

type Some = Awaited<ReturnType<typeof someLibrary>>;

async function allOf({ library, ines }: Some): Promise<number[]> {
  const page = await listStream(library, ines.userId, {
    any: [{ of: 'user' }],
    oldestFirst: true,
    limit: 100,
  });
  return page.items.map(({ id }) => id);
}

/** Lists of a reader with three feeds, a group, a tag, a title that both have, and a neighbour with the same titles. */
async function listsOf(some: Some): Promise<List[]> {
  const { library, ines, otto } = some;
  const third = await library.store.write((tx) =>
    someFeed(tx, ines.userId, { url: 'https://d.example/', count: 4 }),
  );
  const [a, b, c] = [...ines.feeds, third];
  const theirs = otto.feeds[0];
  assert.ok(a && b && c && theirs);
  const all = await allOf(some);
  const [read, starred] = [
    all.filter((_, place) => place % 3 === 0),
    all.filter((_, place) => place % 4 < 2),
  ];
  await markItems(library, ines.userId, read, 'read');
  await markItems(library, ines.userId, starred, 'starred');
  await markItems(library, otto.userId, theirs.itemIds, 'starred');
  const tagged: [string, readonly number[]][] = [
    ['Both', [all[0] ?? 0, all[3] ?? 0, all[6] ?? 0]],
    ['Later', all.slice(2, 7)],
    ['Done', [all[1] ?? 0, all[3] ?? 0, all[4] ?? 0, all[7] ?? 0]],
  ];
  for (const [title, ids] of tagged) await tagItems(library, ines.userId, ids, { put: [title], takeOff: [] });
  await tagItems(library, otto.userId, theirs.itemIds, { put: ['Later'], takeOff: [] });
  const both = await createGroup(library, ines.userId, { title: 'Both', feedIds: [a.id] });
  await createGroup(library, ines.userId, { title: 'News', feedIds: [a.id, c.id] });
  const foreign = await createGroup(library, otto.userId, { title: 'Foreign', feedIds: [theirs.id] });
  const [ofBoth = [], later = [], done = []] = tagged.map(([, ids]) => ids);
  return [
    ['all', { of: 'user' }, all],
    ['none', { of: 'nothing' }, []],
    ['read', { of: 'read' }, read],
    ['unread', { of: 'unread' }, all.filter((id) => !read.includes(id))],
    ['starred', { of: 'starred' }, starred],
    ['a', { of: 'feed', feedId: a.id }, a.itemIds],
    ['b by address', { of: 'feed-at', address: 'https://b.example/' }, b.itemIds],
    ['b, c', { of: 'feeds', feedIds: [c.id, b.id, theirs.id] }, [...b.itemIds, ...c.itemIds]],
    ['a group', { of: 'titled', title: 'News' }, [...a.itemIds, ...c.itemIds]],
    ['a group by id', { of: 'group-of-id', groupId: both.id }, a.itemIds],
    ['a group and tag', { of: 'titled', title: 'Both' }, [...a.itemIds, ...ofBoth]],
    ['a tag', { of: 'titled', title: 'Later' }, later],
    ['another tag', { of: 'titled', title: 'Done' }, done],
    ['no label', { of: 'titled', title: 'Foreign' }, []],
    ['a foreign feed', { of: 'feed', feedId: theirs.id }, []],
    ['a foreign group', { of: 'group-of-id', groupId: foreign.id }, []],
  ];
}
