import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openStandIn } from '../testing/stand-in-page.ts';

test('an Undo by a key is about what was offered last, also while something that was begun before that is under way', async (t) => {
  t.after(openStandIn());
  const { beforeUndo, showUndoable, undo } = await import('./undo.ts');
  const taken: string[] = [];
  const take = (name: string) => () => void taken.push(name);
  for (const ends of [true, false]) {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const slow = beforeUndo(async (offer) => {
      await promise;
      offer('Slow', take('slow'));
    });
    showUndoable('Quick', take('quick'));
    const undone = undo();
    if (ends) resolve();
    else reject(new Error('No'));
    await Promise.allSettled([slow, undone]);
    assert.deepEqual(taken.splice(0), ['quick'], `ends: ${ends}`);
  }
});
