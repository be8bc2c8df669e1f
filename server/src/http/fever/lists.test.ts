import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '../../model/refusal.ts';
import { readIds } from './lists.ts';

const lists: [text: string | undefined, ids: number[]][] = [
  [undefined, []],
  ['', []],
  ['7', [7]],
  ['1,2,3', [1, 2, 3]],
  [' 1 , 2', [1, 2]],
  ['1,,2,', [1, 2]],
  ['0,-1,1.5,1e3,0x1,x', []],
  ['9007199254740991,9007199254740993', [2 ** 53 - 1]],
];

for (const [text, ids] of lists) {
  test(`the ids in ${JSON.stringify(text)} are ${JSON.stringify(ids)}`, () => {
    assert.deepEqual(readIds(text), ids);
  });
}

test('a list has as many ids as a form may have fields, and none more', () => {
  const most = Array(30_000).fill('1').join(',');
  assert.equal(readIds(most).length, 30_000);
  assert.throws(
    () => readIds(`${most},1`),
    (error) => error instanceof Refusal && error.code === 'too-large',
  );
});
