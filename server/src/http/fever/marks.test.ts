import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { KnownApp } from '../../accounts/app-passwords.ts';
import type { AccountsOptions } from '../../accounts/options.ts';
import { readItems } from '../../library/mark-streams.ts';
import { type SomeLibrary, someLibrary } from '../../library/testing/some-library.ts';
import { insertRecentReads } from '../../store/items/recent-reads.ts';
import { someFeed } from '../../store/testing/rows.ts';
import { type Spied, spiedStore } from '../../store/testing/spied-store.ts';
import { Parameters } from '../parameters.ts';
import { mark, unreadRecentlyRead } from './marks.ts';

const ITEMS = 1_000;

interface Reader extends SomeLibrary {
  spied: Spied;
  itemIds: number[];
  ask(part: typeof mark, query: Record<string, string>): Promise<unknown>;
}

test('very many items that an app marks read in one call are one transaction, and are taken back in one', async (t) => {
  const { ask, spied, itemIds, newsOf, ines } = await reader(t);
  await ask(mark, { mark: 'item', as: 'read', id: [...itemIds, 900_001, ...itemIds].join() });
  assert.equal(spied.transactions, 1);
  assert.ok(spied.statements.size <= 20, `${spied.statements.size} statements`);
  await ask(unreadRecentlyRead, {});
  assert.equal(spied.transactions, 2);
  const sorted = itemIds.toSorted((a, b) => a - b);
  assert.deepEqual(await newsOf(ines.userId), [
    ['items.read', sorted],
    ['items.unread', sorted],
  ]);
});

test('more items than any app may mark at once are marked in several transactions', async (t) => {
  const { ask, spied, itemIds, newsOf, ines } = await reader(t);
  const unknown = Array.from({ length: 19_500 }, (_, place) => 900_000 + place);
  await ask(mark, { mark: 'item', as: 'saved', id: [...unknown, ...itemIds].join() });
  assert.equal(spied.transactions, 3);
  const ids = (await newsOf(ines.userId)).flatMap(([, each]) => each);
  assert.deepEqual(
    ids.toSorted((a, b) => a - b),
    itemIds.toSorted((a, b) => a - b),
  );
});

test('a list of more ids than any app sends is refused before anything is marked', async (t) => {
  const { ask, spied, itemIds } = await reader(t);
  const id = `${itemIds.join()}${',1'.repeat(30_000)}`;
  for (const as of ['read', 'saved'])
    await assert.rejects(() => ask(mark, { mark: 'item', as, id }), { code: 'too-large' });
  assert.equal(spied.transactions, 0);
});

test('as many items as the ids of one call can name are taken back', async (t) => {
  const { ask, library, itemIds, newsOf, ines } = await reader(t);
  await ask(mark, { mark: 'item', as: 'read', id: itemIds.join() });
  // Such items may be gone, so they need not be there to be remembered.
  const gone = Array.from({ length: 150_000 }, (_, place) => 900_000 + place);
  const { userId } = ines;
  await library.store.write((tx) =>
    insertRecentReads(tx, { userId, reader: '1', itemIds: gone, seq: 1_000_000 }, 0),
  );
  await ask(unreadRecentlyRead, {});
  assert.deepEqual(
    (await newsOf(userId)).map(([kind]) => kind),
    ['items.read', 'items.unread'],
  );
});

test('what another app has marked read is not taken back', async (t) => {
  const { ask, library, itemIds, newsOf, ines } = await reader(t);
  const [own = 0, other = 0] = itemIds;
  await readItems(library, ines.userId, [other], 'another app');
  await ask(mark, { mark: 'item', as: 'read', id: String(own) });
  await ask(unreadRecentlyRead, {});
  assert.deepEqual((await newsOf(ines.userId)).at(-1), ['items.unread', [own]]);
});

async function reader(t: TestContext): Promise<Reader> {
  const some = await someLibrary(t);
  const { userId } = some.ines;
  const { itemIds } = await some.library.store.write((tx) =>
    someFeed(tx, userId, { url: 'https://d.example/', count: ITEMS }),
  );
  const { store, spied } = spiedStore(some.library.store);
  const house = { library: { ...some.library, store }, accounts: {} as AccountsOptions };
  const app = { id: 1, userId } as KnownApp;
  return {
    ...some,
    spied,
    itemIds,
    ask: (part, query) =>
      part(house, {
        parameters: new Parameters(new URLSearchParams(query), new URLSearchParams()),
        app,
        userId,
      }),
  };
}
