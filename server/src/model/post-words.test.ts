import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inStrings, type PostText, wordsOfPost } from './post-words.ts';

const nothing: PostText = { title: '', author: undefined, content: undefined, summary: undefined };

test('a post has the words of its title, author and text, and what they begin with, each beginning once', () => {
  const words = wordsOfPost({
    title: 'The sun',
    author: 'Ines',
    content: '<p>Solar <b>wind</b></p><p>solar</p>',
    summary: '<p>Wind &amp; 東京</p>',
  });
  assert.deepEqual(words, {
    title: 'the sun',
    author: 'ines',
    body: 'solar wind solar wind 東京 京',
    subjects: '',
    titleStarts: 'the sun',
    authorStarts: 'ine ines',
    starts: 'the sun ine ines sol sola solar win wind 東 京',
  });
});

test('a post is about what its content says three times, or its summary where there is no content', () => {
  const content = 'wind sun wind sun wind';
  assert.equal(wordsOfPost({ ...nothing, content, summary: 'sun sun sun' }).subjects, 'wind');
  assert.equal(wordsOfPost({ ...nothing, summary: 'sun sun sun' }).subjects, 'sun');
});

test('together with its article it is about what either says three times: nothing moves down when somebody asks for that', () => {
  const content = 'wind sun wind sun wind';
  const { subjects, body } = wordsOfPost({ ...nothing, content }, 'sun moon moon moon');
  assert.deepEqual([subjects, body], ['moon wind', `sun moon moon moon ${content}`]);
  assert.equal(wordsOfPost({ ...nothing, summary: content }, 'sun').subjects, 'wind');
});

test('a post without words has empty strings', () => {
  const none = { title: [], author: [], body: [], subjects: [] };
  assert.deepEqual(wordsOfPost(nothing), inStrings(none));
  assert.deepEqual([...new Set(Object.values(wordsOfPost(nothing)))], ['']);
});

test('of a text as long as a book the beginning is searched', () => {
  const { body } = wordsOfPost({ ...nothing, content: `<p>${'word '.repeat(100_000)}</p><p>end</p>` });
  assert.ok(body.length < 250_000);
  assert.doesNotMatch(body, /end/);
});
