import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RowSum } from './rows.ts';

test('the sum of a row is the same for ever, because backups hold it', () => {
  const columns = ['text', 'number', 'bytes', 'nothing'];
  const sum = new RowSum();
  sum.add({ columns }, [
    { text: 'words – 新聞', number: 12.5, bytes: Uint8Array.of(0, 255), nothing: null },
    { text: '', number: -3, bytes: new Uint8Array(), nothing: null },
  ]);
  assert.deepEqual([sum.rows, sum.sum], [2, '12527524276670940536']);
});
