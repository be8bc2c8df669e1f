import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Meanwhile, noNewsAmong, type StoredMeanwhile } from './archive.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const known: Omit<Meanwhile, 'posts'> = { newestKnownAt: 100 * DAY, shown: 0, foundAt: undefined };

/** Posts of one age, stored one after another. */
function stored(count: number, place: { sortAt: number; from: number; gapMs?: number }): StoredMeanwhile[] {
  const { sortAt, from, gapMs = 0 } = place;
  return Array.from({ length: count }, (_, index) => {
    const storedAt = from + index * gapMs;
    return { id: storedAt + index, sortAt, storedAt };
  });
}

function countOld(posts: readonly StoredMeanwhile[], more: Partial<Meanwhile> = {}): number {
  return noNewsAmong({ posts, ...known, ...more }).size;
}

test('an archive that was stored in portions is one, and old posts of many visits are none', () => {
  const old = { sortAt: 50 * DAY, from: 101 * DAY };
  assert.equal(countOld(stored(40, old)), 40);
  assert.equal(countOld(stored(40, { ...old, gapMs: 20_000 })), 40);
  assert.equal(countOld(stored(40, { ...old, gapMs: 10 * MINUTE })), 0);
});

test('what is new beside an archive is news, and so is all where it is most of the document', () => {
  const old = stored(20, { sortAt: 50 * DAY, from: 101 * DAY });
  const news = (count: number): StoredMeanwhile[] =>
    stored(count, { sortAt: 101 * DAY, from: 101 * DAY + 1 });
  assert.equal(countOld([...old, ...news(19)]), 20);
  assert.equal(countOld([...old, ...news(20)]), 0);
  assert.equal(countOld(old, { shown: 40 }), 0);
  assert.equal(countOld(old.slice(0, 9)), 0);
});

test('what came meanwhile counts as known for what came after it', () => {
  const late = stored(20, { sortAt: 101 * DAY, from: 120 * DAY });
  assert.equal(countOld(late), 0);
  assert.equal(countOld([...stored(1, { sortAt: 119 * DAY, from: 119 * DAY }), ...late]), 20);
});

test('of the first document of a new source nothing is news that is older than what is known; of later ones only an archive is not', () => {
  const first = stored(3, { sortAt: 99 * DAY, from: 101 * DAY });
  const later = stored(3, { sortAt: 99 * DAY, from: 102 * DAY });
  assert.equal(countOld([...later, ...first], { foundAt: 101 * DAY }), 3);
  assert.equal(countOld(later, { foundAt: 101 * DAY }), 0, 'the first was empty');
  assert.equal(countOld([...later, ...first]), 0);
  assert.equal(countOld(first, { foundAt: 101 * DAY, newestKnownAt: Number.NEGATIVE_INFINITY }), 0);
});
