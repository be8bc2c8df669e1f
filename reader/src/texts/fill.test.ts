// Tests how values are filled into texts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fill } from './fill.ts';

const isolated = (value: string): string => `\u2068${value}\u2069`;

test('a name that runs from right to left is isolated from the text around it, and any name from a text that does', () => {
  const filled = (text: string, title: string): string =>
    fill(text, (name) => (name === 'title' ? title : undefined));
  assert.equal(filled('{title} unfollowed', 'C++ Weekly'), 'C++ Weekly unfollowed');
  assert.equal(filled('{title}: 3 posts', 'مدونة'), `${isolated('مدونة')}: 3 posts`);
  assert.equal(filled('Mark 3 in {title} read', 'שלום!'), `Mark 3 in ${isolated('שלום!')} read`);
  assert.equal(filled('أُلغيت متابعة {title}', 'C++'), `أُلغيت متابعة ${isolated('C++')}`);
});

test('what has no value stays as it is written', () => {
  assert.equal(
    fill('{one} of {two}', (name) => (name === 'one' ? '1' : undefined)),
    '1 of {two}',
  );
});
