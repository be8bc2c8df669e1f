import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Cursors, linkHeader, neighbours, parseLinkHeader } from './pagination.ts';

const url = 'https://news.example/api/v1/items?only=unread&limit=2';

/** The list as the contract defines it, over a handful of ids. */
function page(
  all: number[],
  limit: number,
  { max_id: max, min_id: min, since_id: since }: Cursors,
): number[] {
  const ids = all
    .filter((id) => id < (max ?? Infinity) && id > (min ?? since ?? 0))
    .sort((one, other) => other - one);
  return min === undefined ? ids.slice(0, limit) : ids.slice(-limit);
}

function header(all: number[], limit: number, query: Cursors): Map<string, string> {
  const ids = page(all, limit, query);
  const { older, newer } = neighbours(query, ids);
  const asked = new URL(url);
  for (const [name, value] of Object.entries(query)) asked.searchParams.set(name, String(value));
  return parseLinkHeader(
    linkHeader({
      url: asked.href,
      query,
      ids,
      hasOlder: older !== undefined && page(all, 1, older).length > 0,
      hasNewer: newer !== undefined && page(all, 1, newer).length > 0,
    }),
  );
}

function follow(target: string): Cursors {
  const cursors: Cursors = {};
  for (const name of ['max_id', 'min_id', 'since_id'] as const) {
    const value = new URL(target).searchParams.get(name);
    if (value !== null) cursors[name] = Number(value);
  }
  return cursors;
}

function walk(all: number[], limit: number, start: Cursors, relation: 'next' | 'prev'): number[][] {
  const pages: number[][] = [];
  let query: Cursors | undefined = start;
  while (query !== undefined) {
    assert.ok(pages.length <= all.length + 1, 'the walk does not end');
    pages.push(page(all, limit, query));
    const target = header(all, limit, query).get(relation);
    query = target === undefined ? undefined : follow(target);
  }
  return pages;
}

const ids = fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 40 });
const cursor = fc.integer({ min: 0, max: 62 });
const limit = fc.integer({ min: 1, max: 7 });

test('following next to the end visits every item within the bounds once, newest first', () => {
  const start = fc.record({ max_id: cursor, since_id: cursor }, { requiredKeys: [] });
  fc.assert(
    fc.property(ids, limit, start, (all, size, query) => {
      assert.deepEqual(walk(all, size, query, 'next').flat(), page(all, 100, query));
    }),
  );
});

test('following prev to the end visits every item within the bounds once, oldest pages first', () => {
  fc.assert(
    fc.property(ids, limit, cursor, fc.option(cursor, { nil: undefined }), (all, size, min, max) => {
      const query = { min_id: min, ...(max === undefined ? {} : { max_id: max }) };
      assert.deepEqual(walk(all, size, query, 'prev').reverse().flat(), page(all, 100, query));
    }),
  );
});

test('prev leads back to the page that next came from', () => {
  fc.assert(
    fc.property(ids, limit, fc.record({ max_id: cursor }, { requiredKeys: [] }), (all, size, query) => {
      const next = header(all, size, query).get('next');
      if (next === undefined) return;
      const prev = header(all, size, follow(next)).get('prev');
      assert.ok(prev !== undefined);
      assert.deepEqual(page(all, size, follow(prev)), page(all, size, query));
    }),
  );
});

test('a link names a page exactly when there are items on it', () => {
  const start = fc.oneof(
    fc.record({ max_id: cursor, since_id: cursor }, { requiredKeys: [] }),
    fc.record({ max_id: cursor, min_id: cursor }, { requiredKeys: ['min_id'] }),
  );
  fc.assert(
    fc.property(ids, limit, start, (all, size, query) => {
      for (const target of header(all, size, query).values()) {
        assert.notDeepEqual(page(all, size, follow(target)), []);
      }
    }),
  );
});

test('an empty page beyond the last item still leads back', () => {
  assert.deepEqual(neighbours({ max_id: 5 }, []), { newer: { min_id: 4 } });
  assert.deepEqual(neighbours({ min_id: 5 }, []), { older: { max_id: 6 } });
  assert.deepEqual(neighbours({ since_id: 5 }, []), {});
  assert.deepEqual(neighbours({ max_id: 0 }, []), { newer: { min_id: 0 } });
});

test('a page of named ids has no neighbours', () => {
  assert.deepEqual(neighbours({ ids: [1, 2] }, [2, 1]), {});
});

test('links are absolute, keep the other parameters and drop the cursors', () => {
  const links = linkHeader({
    url: `${url}&min_id=4&max_id=90&com.example.x=a%26b?c`,
    query: { min_id: 4, max_id: 90 },
    ids: [6, 5],
    hasOlder: true,
    hasNewer: true,
  });
  assert.equal(
    links,
    '<https://news.example/api/v1/items?only=unread&limit=2&max_id=5&com.example.x=a%26b%3Fc>; rel="next", ' +
      '<https://news.example/api/v1/items?only=unread&limit=2&min_id=6&max_id=90&com.example.x=a%26b%3Fc>; rel="prev"',
  );
});

test('a page without neighbours has no header', () => {
  assert.equal(linkHeader({ url, query: {}, ids: [2, 1], hasOlder: false, hasNewer: false }), undefined);
});

const headers: [string, string | null, Record<string, string>][] = [
  ['nothing', null, {}],
  ['an empty header', '', {}],
  [
    'two links',
    '<https://a/?x=1,2>; rel="next", <https://b/>; rel="prev"',
    { next: 'https://a/?x=1,2', prev: 'https://b/' },
  ],
  ['a bare relation', '<https://a/>;rel=next', { next: 'https://a/' }],
  ['blanks and capitals', ' < https://a/ > ; REL = "Next" ', { next: 'https://a/' }],
  [
    'several relations in one',
    '<https://a/>; rel="prev  first"',
    { prev: 'https://a/', first: 'https://a/' },
  ],
  [
    'commas, semicolons and escapes within quotes',
    '<u>; title="a, \\"<b>; rel=x"; rel="next"',
    { next: 'u' },
  ],
  ['quotes that nothing closes', '<u>; rel=next; title="x, <v>; rel=prev', { next: 'u' }],
  ['a second rel', '<u>; rel=next; rel=prev', { next: 'u' }],
  ['a second link of one relation', '<u>; rel=next, <v>; rel=next', { next: 'u' }],
  ['a link about another resource', '<u>; rel=next; anchor="/other", <v>; rel=prev', { prev: 'v' }],
  ['a link without relation', '<u>, <v>; crossorigin; rel=prev', { prev: 'v' }],
  ['rubbish', 'next: u; "<', {}],
];
for (const [what, header, expected] of headers) {
  test(`a Link header with ${what} is read`, () => {
    assert.deepEqual(Object.fromEntries(parseLinkHeader(header)), expected);
  });
}

test('reading a Link header takes no longer than its length allows', () => {
  // CPU time, not elapsed time: other tests run in parallel.
  const before = process.cpuUsage().user;
  for (const part of ['<', '<a', '<a>;', '<a>"', '<a>;a="\\', ';a=', '<a>; ', '<a>;a \t'])
    parseLinkHeader(part.repeat(4000));
  assert.ok(process.cpuUsage().user - before < 3_000_000);
});
