import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { check } from './check.ts';
import { batch, feedCreation, groupCreation, pageQuery, readId } from './parameters.ts';

const ids = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const largest = String(Number.MAX_SAFE_INTEGER);

const good: [string, Parameters<typeof check>[0], Record<string, string>, unknown][] = [
  ['no parameters', pageQuery, {}, { limit: 20 }],
  ['unknown parameters', pageQuery, { colour: 'blue', page: '3' }, { limit: 20 }],
  ['the least limit', pageQuery, { limit: '1' }, { limit: 1 }],
  ['the greatest limit', pageQuery, { limit: '200' }, { limit: 200 }],
  ['max_id with min_id', pageQuery, { max_id: '9', min_id: '3' }, { limit: 20, max_id: 9, min_id: 3 }],
  ['max_id with since_id', pageQuery, { max_id: '9', since_id: '3' }, { limit: 20, max_id: 9, since_id: 3 }],
  ['newer than nothing', pageQuery, { min_id: '0' }, { limit: 20, min_id: 0 }],
  ['named ids and only', pageQuery, { ids: '3,1', only: 'read' }, { limit: 20, ids: [3, 1], only: 'read' }],
  ['200 named ids', pageQuery, { ids: ids(200).join() }, { limit: 20, ids: ids(200) }],
  ['blanks around a number', pageQuery, { limit: ' 5', max_id: '7 ' }, { limit: 5, max_id: 7 }],
  ['blanks around ids', batch, { ids: ' 3 ,\t1,2 ' }, { ids: [3, 1, 2] }],
  ['an id given twice', batch, { ids: '3,1,3' }, { ids: [3, 1] }],
  ['the greatest id', batch, { ids: largest }, { ids: [Number.MAX_SAFE_INTEGER] }],
  ['10000 ids', batch, { ids: ids(10_000).join() }, { ids: ids(10_000) }],
  ['a title with blanks around it', groupCreation, { title: ' News\n' }, { title: 'News' }],
  [
    '200 characters of two units each',
    groupCreation,
    { title: '😀'.repeat(200) },
    { title: '😀'.repeat(200) },
  ],
  ['a group with feeds', groupCreation, { title: 'a', feed_ids: '2,1' }, { title: 'a', feed_ids: [2, 1] }],
  [
    'an address',
    feedCreation,
    { feed_url: ' HTTP://a.example/?q#f ' },
    { feed_url: 'HTTP://a.example/?q#f' },
  ],
];
for (const [what, schema, raw, expected] of good) {
  test(`${what}: accepted`, () => {
    assert.deepEqual(check(schema, raw, 'do it'), { ok: true, value: expected });
  });
}

const bad: [string, Parameters<typeof check>[0], Record<string, string>, string][] = [
  ['a limit too great', pageQuery, { limit: '500' }, 'limit is 500, must be 1 to 200'],
  ['a limit just too great', pageQuery, { limit: '201' }, 'limit is 201, must be 1 to 200'],
  ['no items', pageQuery, { limit: '0' }, 'limit is 0, must be 1 to 200'],
  ['an empty limit', pageQuery, { limit: '' }, 'limit is empty, must be 1 to 200'],
  ['a limit in words', pageQuery, { limit: 'ten' }, 'limit is ten, must be 1 to 200'],
  ['a broken limit', pageQuery, { limit: '1.5' }, 'limit is 1.5, must be 1 to 200'],
  ['a limit with an exponent', pageQuery, { limit: '1e1' }, 'limit is 1e1, must be 1 to 200'],
  ['a negative cursor', pageQuery, { max_id: '-1' }, `max_id is -1, must be a whole number up to ${largest}`],
  [
    'a cursor past 2^53-1',
    pageQuery,
    { since_id: '9007199254740992' },
    `since_id is 9007199254740992, must be a whole number up to ${largest}`,
  ],
  ['another status', pageQuery, { only: 'starred' }, 'only is starred, must be read or unread'],
  ['an empty status', pageQuery, { only: '' }, 'only is empty, must be read or unread'],
  [
    'min_id with since_id',
    pageQuery,
    { min_id: '1', since_id: '2' },
    'min_id cannot be combined with since_id',
  ],
  ['ids with max_id', pageQuery, { ids: '1', max_id: '2' }, 'ids cannot be combined with max_id'],
  ['ids with min_id', pageQuery, { ids: '1', min_id: '2' }, 'ids cannot be combined with min_id'],
  ['ids with since_id', pageQuery, { ids: '1', since_id: '2' }, 'ids cannot be combined with since_id'],
  ['no ids', batch, {}, 'ids is missing'],
  ['an empty list', batch, { ids: '' }, 'ids is empty, must be ids with commas between'],
  ['a list of blanks', batch, { ids: '  ' }, 'ids is empty, must be ids with commas between'],
  [
    'a hole in the list',
    batch,
    { ids: '1,,2' },
    `ids has a comma too many, must be ids from 1 to ${largest}`,
  ],
  ['a comma at the end', batch, { ids: '1,' }, `ids has a comma too many, must be ids from 1 to ${largest}`],
  ['a word in the list', batch, { ids: '1,two' }, `ids has two, must be ids from 1 to ${largest}`],
  ['blanks within a number', batch, { ids: '1 2' }, `ids has 1 2, must be ids from 1 to ${largest}`],
  ['zero', batch, { ids: '1,0' }, `ids has 0, must be ids from 1 to ${largest}`],
  ['a negative id', batch, { ids: '-1' }, `ids has -1, must be ids from 1 to ${largest}`],
  ['a signed id', batch, { ids: '+1' }, `ids has +1, must be ids from 1 to ${largest}`],
  [
    'an id past 2^53-1',
    batch,
    { ids: '9007199254740992' },
    `ids has 9007199254740992, must be ids from 1 to ${largest}`,
  ],
  ['no title', groupCreation, {}, 'title is missing'],
  ['an empty title', groupCreation, { title: '' }, 'title is missing'],
  ['a blank title', groupCreation, { title: ' \n' }, 'title is blank'],
  ['201 characters', groupCreation, { title: 'a'.repeat(201) }, 'title is longer than 200 characters'],
  [
    '201 characters of two units',
    groupCreation,
    { title: '😀'.repeat(201) },
    'title is longer than 200 characters',
  ],
  ['a title with NUL', groupCreation, { title: 'a\0b' }, 'title has a NUL character'],
  [
    'an empty list of feeds',
    groupCreation,
    { title: 'a', feed_ids: '' },
    'feed_ids is empty, must be ids with commas between',
  ],
  ['no address', feedCreation, {}, 'feed_url is missing'],
  ['a blank address', feedCreation, { feed_url: ' ' }, 'feed_url is missing'],
  [
    'a name without scheme',
    feedCreation,
    { feed_url: 'a.example' },
    'feed_url is not an absolute http or https URL',
  ],
  [
    'another scheme',
    feedCreation,
    { feed_url: 'ftp://a.example' },
    'feed_url is not an absolute http or https URL',
  ],
  [
    'a scheme without slashes',
    feedCreation,
    { feed_url: 'http:a' },
    'feed_url is not an absolute http or https URL',
  ],
  [
    'an address that cannot be',
    feedCreation,
    { feed_url: 'http://[a/' },
    'feed_url is not an absolute http or https URL',
  ],
  [
    'an endless address',
    feedCreation,
    { feed_url: `http://a/${'b'.repeat(2600)}` },
    'feed_url is longer than 2600 characters',
  ],
];
for (const [what, schema, raw, expected] of bad) {
  test(`${what}: refused`, () => {
    const checked = check(schema, raw, 'do it');
    assert.deepEqual(checked, {
      ok: false,
      status: 400,
      message: `Cannot do it: ${expected}`,
      parameter: expected.split(' ')[0],
    });
  });
}

test('a list with too many ids is told apart from a malformed one', () => {
  const tooMany = check(batch, { ids: ids(10_001).join() }, 'mark items read');
  assert.deepEqual(tooMany, {
    ok: false,
    status: 413,
    message: 'Cannot mark items read: ids has 10001 ids, must be at most 10000',
    parameter: 'ids',
  });
  const named = check(pageQuery, { ids: ids(201).join() }, 'list items');
  assert.equal(named.ok === false && named.status, 413);
});

test('what a message repeats is short and harmless', () => {
  const checked = check(pageQuery, { limit: `\u202e\n\0${'x'.repeat(5000)}` }, 'list items');
  assert.ok(
    checked.ok === false && /^[\x20-\x7e…\ufffd]{1,90}$/u.test(checked.message),
    JSON.stringify(checked),
  );
});

test('every list of ids survives being written and read', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(
        fc.maxSafeNat().map((n) => n || 1),
        { minLength: 1 },
      ),
      (list) => {
        assert.deepEqual(check(batch, { ids: list.join() }, 'mark'), { ok: true, value: { ids: list } });
      },
    ),
  );
});

test('no input makes check throw', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.anything(), fc.dictionary(fc.constantFrom('ids', 'limit'), fc.string())),
      (raw) => {
        check(pageQuery, raw, 'list items');
      },
    ),
  );
});

test('an id in a path is a positive integer or none at all', () => {
  assert.equal(readId('12'), 12);
  for (const raw of ['', '0', '-1', '1.0', 'a', ' 1', '0x1', '9007199254740992', '1e3']) {
    assert.equal(readId(raw), undefined, raw);
  }
});
