import assert from 'node:assert/strict';
import { test } from 'node:test';
import { candidatesOf, comparableTitle, saysUnder, sha256 } from './candidate.ts';

test('a text is known by its words, whatever tags and blanks stand between them', () => {
  const ways = [
    'a b c',
    ' a  b\tc\n',
    '<p>a</p><p>b c</p>',
    '<p>a</p>\n\n<p>b\u00a0<i title="x">c</i></p>',
    'a\r\n <br />\n b<hr />c',
  ];
  const posts = ways.map((content) => ({ title: 'One', content, categories: [], enclosures: [] }));
  const candidates = candidatesOf(posts, { siteUrl: 'https://s.example/', now: 0 });
  // As stored in existing databases: if the hash is computed differently, every post counts as edited.
  assert.deepEqual(new Set(candidates.map(({ post }) => post.textHash)), new Set([sha256('one\na b c')]));
});

test('a post says what its content says, or else its summary, under its title, or else its words or the name of its file', () => {
  const shown = (more: object) => {
    const posts = [{ categories: [], enclosures: [], ...more }];
    return candidatesOf(posts, { siteUrl: 'https://s.example/', now: 0 })[0]?.post;
  };
  assert.equal(shown({ title: 'One', summary: 'a', content: 'b' })?.textHash, sha256('one\nb'));
  assert.equal(shown({ title: 'One', summary: 'a' })?.textHash, sha256('one\na'));
  assert.equal(saysUnder('One', { content: undefined, summary: 'a' }), sha256('one\na'));
  const file = { url: 'https://s.example/1.mp3', title: 'Episode' };
  assert.equal(shown({ text: 'Words', enclosures: [file] })?.title, 'Words');
  assert.equal(shown({ enclosures: [file] })?.title, 'Episode');
  assert.equal(shown({})?.title, 'Untitled');
});

test('a post without a date has that of its last change, and none of 1970', () => {
  const dated = (dates: object): number | undefined => {
    const posts = [{ title: 'One', categories: [], enclosures: [], ...dates }];
    return candidatesOf(posts, { siteUrl: 'https://s.example/', now: 9e12 })[0]?.post.publishedAt;
  };
  assert.equal(dated({ publishedAt: 2e12, updatedAt: 3e12 }), 2e12);
  assert.equal(dated({ updatedAt: 3e12 }), 3e12);
  assert.equal(dated({ updatedAt: 0 }), undefined);
});

test('a title is the same however its letters are encoded, and in capitals', () => {
  assert.equal(comparableTitle('Cafe\u0301  AU \u00a0 lait '), comparableTitle('caf\u00e9 au lait'));
});
