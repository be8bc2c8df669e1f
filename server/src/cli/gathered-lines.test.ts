import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gatherLines, MOST_UNREAD } from './gathered-lines.ts';

test('the lines of some milliseconds are written together, those after them apart', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const written: string[] = [];
  const write = gatherLines(
    (text) => written.push(text),
    () => {},
  );
  write('a\n');
  t.mock.timers.tick(9);
  write('b\n');
  assert.deepEqual(written, []);
  t.mock.timers.tick(1);
  write('c\n');
  t.mock.timers.tick(10);
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

test('lines that nobody reads do not pile up: they are left out, and counted for whoever reads again', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const written: string[] = [];
  let unread = 0;
  const write = gatherLines(
    (text) => written.push(text),
    () => {},
    {
      unread: () => unread,
      told: (lines) => `${lines} lost\n`,
    },
  );
  const say = (text: string): void => {
    write(text);
    t.mock.timers.tick(10);
  };
  say('a\n');
  unread = MOST_UNREAD + 1;
  say('b\nc\n');
  say('d\n');
  unread = 0;
  say('e\n');
  say('f\n');
  assert.deepEqual(written, ['a\n', '3 lost\ne\n', 'f\n']);
});
