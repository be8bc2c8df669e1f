import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pageByPage } from './page-by-page.ts';

test('a list is read from its start to its end, each page after the last entry of the one before', async () => {
  const list = [0, 3, 4, 8, 9];
  const asked: number[] = [];
  const read = async (after: number): Promise<number[]> => {
    asked.push(after);
    return list.filter((place) => place > after).slice(0, 2);
  };
  assert.deepEqual(await Array.fromAsync(pageByPage(read, (place) => place)), [
    [3, 4],
    [8, 9],
  ]);
  assert.deepEqual(asked, [0, 4, 9]);
  assert.deepEqual(await Array.fromAsync(pageByPage(read, (place) => place, -1)), [[0, 3], [4, 8], [9]]);
  assert.deepEqual(await Array.fromAsync(pageByPage(async (): Promise<number[]> => [], Number)), []);
});

test('whoever waits meanwhile is served between two pages', async () => {
  let served = 0;
  const seen: number[] = [];
  const read = async (after: number): Promise<number[]> => {
    seen.push(served);
    setImmediate(() => served++);
    return after < 2 ? [after + 1] : [];
  };
  await Array.fromAsync(pageByPage(read, Number));
  assert.deepEqual(seen, [0, 1, 2]);
});
