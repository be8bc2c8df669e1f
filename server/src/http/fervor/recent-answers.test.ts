import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WholeResponse } from '../whole-response.ts';
import { RecentAnswers } from './recent-answers.ts';

test('an answer is kept from the second time on that it is made', () => {
  const recent = new RecentAnswers();
  const [first, second] = [new WholeResponse('page'), new WholeResponse('page')];
  recent.keep('"tag"', first);
  assert.equal(recent.find('"tag"'), undefined);
  recent.keep('"tag"', second);
  assert.equal(recent.find('"tag"'), second);
  assert.equal(recent.find('"other"'), undefined);
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
