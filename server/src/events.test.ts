import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openEvents } from './events.ts';

/** A listener that records what it is told. */
function scribe(): { heard: string[]; changed(): void; closed(): void } {
  const heard: string[] = [];
  return { heard, changed: () => heard.push('changed'), closed: () => heard.push('closed') };
}

test('whoever listens for a user hears of that user, until they stop', () => {
  const events = openEvents();
  const [mine, mineToo, theirs] = [scribe(), scribe(), scribe()];
  const stop = events.listen(1, mine);
  events.listen(1, mineToo);
  events.listen(2, theirs);
  events.changed([1, 3]);
  stop();
  stop();
  events.changed([1]);
  assert.deepEqual([mine.heard, mineToo.heard, theirs.heard], [['changed'], ['changed', 'changed'], []]);
});

test('somebody who stops late takes nobody with them who came after', () => {
  const events = openEvents();
  const later = scribe();
  const stop = events.listen(1, scribe());
  stop();
  events.listen(1, later);
  stop();
  events.changed([1]);
  assert.deepEqual(later.heard, ['changed']);
});

test('the close is told to everybody once, and at once to whoever comes after it', () => {
  const events = openEvents();
  const [early, late] = [scribe(), scribe()];
  events.listen(1, early);
  events.close();
  events.close();
  events.changed([1]);
  events.listen(1, late)();
  assert.deepEqual([early.heard, late.heard], [['closed'], ['closed']]);
});
