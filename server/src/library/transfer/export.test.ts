import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countTurns } from '../../store/testing/count-turns.ts';
import { someFeed } from '../../store/testing/rows.ts';
import { someLibrary } from '../testing/some-library.ts';
import { exportAccount } from './export.ts';

const FEEDS = 40;

test('others have their turn at each feed of an account that is taken along, however quickly it is read', async (t) => {
  const { library, ines } = await someLibrary(t);
  await library.store.write(async (tx) => {
    for (let number = 0; number < FEEDS; number++)
      await someFeed(tx, ines.userId, { url: `https://${number}.example/`, count: 1 });
  });
  const { value: lines, turns } = await countTurns(async () => {
    const pieces: string[] = [];
    for await (const piece of exportAccount(library, ines.userId, { content: true })) pieces.push(piece);
    return pieces.join('').trim().split('\n').length;
  });
  assert.ok(lines > 2 * FEEDS);
  assert.ok(turns > FEEDS, `${turns} turns of ${FEEDS} feeds`);
});
