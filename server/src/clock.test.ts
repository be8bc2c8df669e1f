import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { propertyRuns } from '../test/property-runs.ts';
import { toIso } from './clock.ts';

const asTheRuntimeWrites = (timeMs: number): string => new Date(timeMs).toISOString();
/** ECMA-262 §21.4.1.1: a hundred million days before and after the epoch. */
const FURTHEST_MS = 8.64e15;

test('a time is written as the runtime writes it', () => {
  fc.assert(
    fc.property(fc.double({ min: -FURTHEST_MS, max: FURTHEST_MS, noNaN: true }), (time) => {
      assert.equal(toIso(time), asTheRuntimeWrites(time));
    }),
    propertyRuns(20261122, 200),
  );
  for (const time of [0, -1, 999, 86_399_999, 86_400_000, -62_167_219_200_000, 253_402_300_800_000])
    assert.equal(toIso(time), asTheRuntimeWrites(time));
});

test('the times of more days than are remembered are written all the same', () => {
  for (let day = 0; day < 3_000; day++) {
    const time = Date.UTC(2020, 0, day, 1, 2, 3, 4);
    assert.equal(toIso(time), asTheRuntimeWrites(time));
  }
});

test('what is no time is not written', () => {
  for (const time of [Number.NaN, Number.POSITIVE_INFINITY, FURTHEST_MS * 2])
    assert.throws(() => toIso(time), RangeError);
});
