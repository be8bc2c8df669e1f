import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joined, listed, nothing, type Sql, sql } from './sql.ts';

const cases: [name: string, actual: Sql, text: string, values: unknown[]][] = [
  ['a statement without data is its text', sql`SELECT 1`, 'SELECT 1', []],
  [
    'data is bound and never becomes text',
    sql`SELECT * FROM t WHERE a = ${"'; DROP TABLE t; --"} AND b = ${null}`,
    'SELECT * FROM t WHERE a = ? AND b = ?',
    ["'; DROP TABLE t; --", null],
  ],
  ['bytes are data, not a piece', sql`VALUES (${new Uint8Array([1])})`, 'VALUES (?)', [new Uint8Array([1])]],
  [
    'pieces are woven in with their values in order',
    sql`SELECT ${1} FROM (${sql`SELECT ${2}, ${3}`}) WHERE ${4}`,
    'SELECT ? FROM (SELECT ?, ?) WHERE ?',
    [1, 2, 3, 4],
  ],
  ['nothing adds nothing', sql`SELECT ${1}${nothing}`, 'SELECT ?', [1]],
  [
    'pieces are joined with their values in order',
    joined([sql`a = ${1}`, sql`b`, sql`c = ${2}`], ' AND '),
    'a = ? AND b AND c = ?',
    [1, 2],
  ],
  ['values are listed for IN', sql`a IN (${listed([1, 'b'])})`, 'a IN (?, ?)', [1, 'b']],
  ['as many as make few texts', sql`a IN (${listed([1, null, 3])})`, 'a IN (?, ?, ?, ?)', [1, null, 3, 3]],
  ['one value is listed as it is', sql`a IN (${listed([null])})`, 'a IN (?)', [null]],
  ['joining no pieces gives nothing', joined([], ', '), '', []],
];
for (const [name, actual, text, values] of cases) {
  test(name, () => assert.deepEqual({ ...actual }, { text, values }));
}

test('one place in the code gives one text for all its data, so that it is prepared once', () => {
  const of = (id: number) => sql`SELECT ${id}`;
  assert.equal(of(1).text, of(2).text);
  assert.deepEqual(of(2).values, [2]);
});
