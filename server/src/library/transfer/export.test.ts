import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countTurns } from '../../store/testing/count-turns.ts';
import { someFeed } from '../../store/testing/rows.ts';
import { someLibrary } from '../testing/some-library.ts';
import { exportAccount } from './export.ts';
import { exportPages } from './limits.ts';

const TURNS = 40;

for (const { what, feeds, count } of [
  { what: 'at each feed, be it empty,', feeds: TURNS, count: 0 },
  { what: 'at each page of a feed', feeds: 1, count: TURNS * exportPages.content },
]) {
  test(`others have their turn ${what} of an account that is taken along, however quickly it is read`, async (t) => {
    const { library, ines } = await someLibrary(t);
    await library.store.write(async (tx) => {
      for (let number = 0; number < feeds; number++)
        await someFeed(tx, ines.userId, { url: `https://${number}.example/`, count });
    });
    const { value: lines, turns } = await countTurns(async () => {
      const pieces: string[] = [];
      for await (const piece of exportAccount(library, ines.userId, { content: true })) pieces.push(piece);
      return pieces.join('').trim().split('\n').length;
    });
    assert.ok(lines > feeds + feeds * count);
    assert.ok(turns > TURNS, `${turns} turns`);
  });
}
