import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { anySign } from '../../test/any-sign.ts';
import { Refusal } from './refusal.ts';
import { parseSearch, type SearchQuery } from './search-query.ts';

const none: SearchQuery = { words: [], places: [], tags: [], facts: [] };
const words = (text: string, more: object = {}) => ({
  kind: 'words',
  field: undefined,
  words: text.split(' '),
  open: false,
  ...more,
});
const one = (term: object, not = false) => ({ any: [term], not });

const read: [typed: string, query: object][] = [
  ['Cats  dogs', { words: [one(words('cats')), one(words('dogs'))] }],
  ['"Black cats"', { words: [one(words('black cats'))] }],
  ['“Black cats”', { words: [one(words('black cats'))] }],
  ['"still typing', { words: [one(words('still typing'))] }],
  ['e-mail', { words: [one(words('e mail'))] }],
  ['cats -dogs', { words: [one(words('cats')), one(words('dogs'), true)] }],
  ['-"black cats"', { words: [one(words('black cats'), true)] }],
  ['kat*', { words: [one(words('kat', { open: true }))] }],
  ['"black cat"*', { words: [one(words('black cat', { open: true }))] }],
  ['猫', { words: [one(words('猫', { open: true }))] }],
  ['a OR b c', { words: [{ any: [words('a'), words('b')], not: false }, one(words('c'))] }],
  ['OR a OR', { words: [one(words('a'))] }],
  ['a or b', { words: [one(words('a')), one(words('or')), one(words('b'))] }],
  ['AT & T -', { words: [one(words('at')), one(words('t'))] }],
  ['title:Cats', { words: [one(words('cats', { field: 'title' }))] }],
  ['AUTHOR:"Ada L"', { words: [one(words('ada l', { field: 'author' }))] }],
  ['feed:12', { places: [one({ kind: 'place', of: 'feed', named: '12' })] }],
  ['-group:"New York"', { places: [one({ kind: 'place', of: 'group', named: 'new york' }, true)] }],
  ['tag:Recipes', { tags: [one({ kind: 'tag', title: 'Recipes', named: 'recipes' })] }],
  ['-tag:"To read"', { tags: [one({ kind: 'tag', title: 'To read', named: 'to read' }, true)] }],
  ['tag:"\\"A\\" or \\\\"', { tags: [one({ kind: 'tag', title: '"A" or \\', named: '"a" or \\' })] }],
  ['"C:\\cats', { words: [one(words('c cats'))] }],
  ['"cats\\', { words: [one(words('cats'))] }],
  ['is:unread', { facts: [one({ kind: 'fact', is: 'unread' })] }],
  ['before:2026', { facts: [one({ kind: 'fact', is: 'before', at: Date.UTC(2026, 0) })] }],
  ['after:2026-02', { facts: [one({ kind: 'fact', is: 'from', at: Date.UTC(2026, 1) })] }],
  ['after:2026-02-03T04:05Z', { facts: [one({ kind: 'fact', is: 'from', at: Date.UTC(2026, 1, 3, 4, 5) })] }],
  ['https://x.example', { words: [one(words('https x example'))] }],
];
for (const [typed, query] of read) {
  test(`${typed} is understood`, () => assert.deepEqual(parseSearch(typed), { ...none, ...query }));
}

const refused: [typed: string, why: RegExp, reason: string][] = [
  ['', /^Cannot search: there is no word in it$/, 'search-empty'],
  [' *** "" OR - ', /there is no word/, 'search-empty'],
  ['a*', /a\* is too short, at least 3 letters/, 'search-start'],
  ['"black ca"*', /black ca is too short/, 'search-start'],
  ['б*', /too short/, 'search-start'],
  ['title:', /title: lacks a word/, 'search-lacks'],
  ['feed: cats', /feed: lacks an id/, 'search-lacks'],
  ['tag:""', /tag: lacks a part of the title/, 'search-lacks'],
  ['tag:a OR feed:b', /tags with tags/, 'search-or'],
  ['is:new', /is:new is unknown, must be is:unread, is:read or is:starred/, 'search-status'],
  ['before:yesterday', /before:yesterday is no date/, 'search-date'],
  ['after:2026-02-30', /after:2026-02-30 is no date/, 'search-date'],
  ['before:2026-02-30T04:05Z', /before:2026-02-30T04:05Z is no date/, 'search-date'],
  ['after:2026-13', /is no date/, 'search-date'],
  ['a OR -b', /OR cannot stand beside a minus sign/, 'search-or'],
  ['-a OR b', /OR cannot stand beside a minus sign/, 'search-or'],
  ['a OR is:read', /OR joins words with words/, 'search-or'],
  [
    Array.from({ length: 33 }, (_, index) => `w${index}`).join(' '),
    /it has 33 terms, must be at most 32/,
    'search-too-long',
  ],
  [
    `"${Array.from({ length: 65 }, (_, index) => `w${index}`).join(' ')}"`,
    /it has 65 words, must be at most 64/,
    'search-too-long',
  ],
  [
    '"the cat the dog the fly the ox" the OR the the the the',
    /the stands in it 9 times, must be at most 8/,
    'search-too-long',
  ],
];
for (const [typed, why, reason] of refused) {
  test(`${typed.slice(0, 30)} is refused with a sentence and its reason`, () => {
    assert.throws(
      () => parseSearch(typed),
      (error) => {
        assert.ok(error instanceof Refusal && error.code === 'invalid');
        assert.match(error.message, why);
        assert.equal(error.reason, reason);
        return true;
      },
    );
  });
}

test('whatever is typed is a query of letters and digits only, or is refused with one line', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      'OR',
      '-',
      '"',
      '*',
      'title:',
      'feed:',
      'is:',
      'unread',
      'before:2026',
      'NEAR',
      '(',
      '^',
      "'",
    ),
    fc.string({ unit: anySign, maxLength: 8 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), fc.constantFrom('', ' '), (pieces, between) => {
      try {
        const query = parseSearch(pieces.join(between));
        for (const { any } of query.words) {
          assert.ok(any.every((term) => term.words.length > 0));
          for (const word of any.flatMap((term) => term.words))
            assert.match(word, /^[\p{L}\p{N}\p{M}\ufffd]+$/u);
        }
      } catch (error) {
        assert.ok(error instanceof Refusal && error.code === 'invalid', String(error));
        assert.match(error.message, /^Cannot search: /);
      }
    }),
    { numRuns: 2_000 },
  );
});

test('a very long query is read in no time', () => {
  for (const part of ['"', '-', 'a"', ' OR', 'feed:', '“a ', '\\']) {
    // CPU time, not elapsed time: other tests run in parallel.
    const before = process.cpuUsage().user;
    try {
      parseSearch(part.repeat(20_000));
    } catch (error) {
      assert.ok(error instanceof Refusal);
    }
    assert.ok(process.cpuUsage().user - before < 5_000_000, part);
  }
});
