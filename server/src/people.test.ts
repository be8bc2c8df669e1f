import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeClock } from '../test/fake-clock.ts';
import { openPeople } from './people.ts';

test('who has asked a moment ago is here, in every thread that shares the memory', async () => {
  const clock = fakeClock();
  const answering = openPeople(clock);
  const crawling = openPeople(clock, answering.memory);
  assert.equal(crawling.areHere(), false);
  answering.asked();
  await clock.advance(1_999);
  assert.equal(crawling.areHere(), true);
  await clock.advance(1);
  assert.equal(crawling.areHere(), false);
});

test('people wait until each of them waits no more', () => {
  const people = openPeople(fakeClock());
  const [one, other] = [people.wait(), people.wait()];
  one();
  assert.equal(people.areWaiting(), true);
  other();
  assert.equal(people.areWaiting(), false);
});

test('a moment ago is one also where the count of milliseconds begins anew', async () => {
  const clock = fakeClock(2 ** 41 - 500);
  const people = openPeople(clock);
  people.asked();
  await clock.advance(1_000);
  assert.equal(people.areHere(), true);
});
