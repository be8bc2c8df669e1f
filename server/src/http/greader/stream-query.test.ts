import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Parameters } from '../parameters.ts';
import { continuationAfter, readStreamQuery } from './stream-query.ts';

const read = (query: string, most = 50) =>
  readStreamQuery(new Parameters(new URLSearchParams(query), new URLSearchParams()), { most });

test('nobody gets more at once than the most, and who names no number twenty', () => {
  const limits: [query: string, limit: number][] = [
    ['n=49', 49],
    ['n=50', 50],
    ['n=51', 50],
    ['n=9223372036854775807', 50],
    [`n=${'9'.repeat(400)}`, 50],
    ['', 20],
    ['n=0', 20],
    ['n=1.5', 20],
  ];
  for (const [query, limit] of limits) assert.equal(read(query).limit, limit, query);
});

test('a continuation leads to where it came from, up to the largest id there can be', () => {
  for (const id of [1, 35, 36, 1_000_000, Number.MAX_SAFE_INTEGER])
    assert.equal(read(`c=${continuationAfter(id)}`).after, id);
  for (const c of ['', '0']) assert.equal(read(`c=${c}`).after, undefined);
  const beyond = (BigInt(Number.MAX_SAFE_INTEGER) + 1n).toString(36);
  for (const c of [beyond, 'z'.repeat(12), 'z'.repeat(5_000), 'A', '-1', '1\n', 'é'])
    assert.throws(() => read(`c=${encodeURIComponent(c)}`), { code: 'invalid' }, c);
});
