import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WholeResponse } from '../whole-response.ts';
import { RecentAnswers } from './recent-answers.ts';

test('an answer is kept from the second time on that it is made', async () => {
  const recent = new RecentAnswers();
  const [first, second] = [new WholeResponse('first'), new WholeResponse('second')];
  recent.keep('"tag"', first);
  assert.equal(recent.find('"tag"'), undefined);
  recent.keep('"tag"', second);
  assert.equal(await recent.find('"tag"')?.text(), 'second');
  assert.equal(recent.find('"other"'), undefined);
});

test('an answer that is larger than what may be kept leaves the others alone', async () => {
  const recent = new RecentAnswers();
  const [small, huge] = [new WholeResponse('page'), new WholeResponse('x'.repeat(5_000_000))];
  for (const answer of [small, small]) recent.keep('small', answer);
  for (const answer of [huge, huge]) recent.keep('huge', answer);
  assert.equal(await recent.find('small')?.text(), 'page');
  assert.equal(recent.find('huge'), undefined);
});

test('the oldest make room for what is new', () => {
  const recent = new RecentAnswers();
  const large = new WholeResponse('x'.repeat(1_500_000));
  for (const tag of ['a', 'a', 'b', 'b', 'c', 'c']) recent.keep(tag, large.clone());
  assert.deepEqual(
    ['a', 'b', 'c'].map((tag) => recent.find(tag) !== undefined),
    [false, true, true],
  );
});

test('empty answers take room as well: nobody can have millions of them kept', () => {
  const recent = new RecentAnswers();
  const tags = Array.from({ length: 5_000 }, (_, place) => `"${place}"`);
  for (const tag of tags) for (let time = 0; time < 2; time++) recent.keep(tag, new WholeResponse('[]'));
  const kept = tags.filter((tag) => recent.find(tag) !== undefined);
  assert.ok(kept.length > 1_000 && kept.length < 2_500, `${kept.length} are kept`);
  assert.equal(kept.at(-1), tags.at(-1));
});

test('a kept answer holds no more memory than is counted for it', () => {
  const recent = new RecentAnswers();
  const tags = Array.from({ length: 500 }, (_, place) => `"${place}"`);
  for (const tag of tags) {
    for (let time = 0; time < 2; time++) recent.keep(tag, new WholeResponse('[]'));
    // What others get meanwhile comes from the same pool of the runtime.
    Buffer.from('x'.repeat(30_000));
  }
  const buffers = new Set(tags.map((tag) => recent.find(tag)?.whole?.buffer));
  const held = [...buffers].reduce((sum, buffer) => sum + (buffer?.byteLength ?? 0), 0);
  assert.ok(held > 0 && held < 4 * 1024 * 1024, `${held} bytes are held`);
});
