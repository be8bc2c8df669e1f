import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { gatherLines } from './gathered-lines.ts';

test('the lines of one turn are written together, those of the next apart', async () => {
  const written: string[] = [];
  const write = gatherLines(
    (text) => written.push(text),
    () => {},
  );
  write('a\n');
  write('b\n');
  assert.deepEqual(written, []);
  await setImmediate();
  write('c\n');
  await setImmediate();
  assert.deepEqual(written, ['a\nb\n', 'c\n']);
});

test('what is gathered when the process ends is written', () => {
  const written: string[] = [];
  let end = (): void => {};
  const write = gatherLines(
    (text) => written.push(text),
    (fn) => {
      end = fn;
    },
  );
  write('last\n');
  end();
  end();
  assert.deepEqual(written, ['last\n']);
});
