// Tests that a title which the text repeats is shown once.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { saidTitle } from './said-title.ts';

test('a text may begin with the title in a heading of its own, or lend its first words to an item without one', () => {
  assert.equal(saidTitle('<p>Other words', 'A long walk'), undefined);
  assert.equal(
    saidTitle('<div id="a">\n<h1>A <em>long</em> walk</h1><p>It was.</div>', 'A long walk'),
    'heading',
  );
  assert.equal(saidTitle('<h2>A long walk</h2>', 'A long walk'), 'heading');
  // The heading is the start of the title, or the title the start of a sentence.
  assert.equal(saidTitle('<h2>News</h2><p>of today, and more', 'News of today…'), 'words');
  assert.equal(saidTitle('<p>A long walk, and a rest. <h2>A long walk</h2>', 'A long walk, and…'), 'words');
  assert.equal(saidTitle('<p>A long walk</p>', 'A long walk'), 'words');
  assert.equal(saidTitle('<p>It rained. We went all the same.', 'It rained.'), 'words');
});

test('a headline with which a sentence of the text happens to begin stays a headline', () => {
  assert.equal(saidTitle('<p>Courant 1.0 is here, and much else.</p>', 'Courant 1.0'), undefined);
  assert.equal(saidTitle('<p>Weekly links (3 November)</p>', 'Weekly links'), undefined);
});
