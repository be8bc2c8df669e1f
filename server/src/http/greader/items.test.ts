import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { KnownApp } from '../../accounts/app-passwords.ts';
import type { AccountsOptions } from '../../accounts/options.ts';
import { someLibrary } from '../../library/testing/some-library.ts';
import { type Spied, spiedStore } from '../../store/testing/spied-store.ts';
import { Parameters } from '../parameters.ts';
import { atom } from './atom.ts';
import type { AppHandler } from './handler.ts';
import { contentsOfStream, listIds, namedContents } from './items.ts';

interface Reader {
  spied: Spied;
  itemIds: readonly number[];
  ask(handler: AppHandler, path: string, form?: [name: string, value: string][]): Promise<string>;
}

const lists: [what: string, handler: AppHandler, path: string, most: number][] = [
  ['ten thousand ids', listIds, 'api/0/stream/items/ids', 10_000],
  ['ten thousand items, for Vienna asks for no more', contentsOfStream, 'api/0/stream/contents/', 10_000],
  ['a thousand entries of Atom', atom, 'atom/', 1_000],
];

for (const [what, handler, path, most] of lists) {
  test(`who asks for as many as there are gets ${what}`, async (t) => {
    const { ask, spied } = await reader(t);
    await ask(handler, `${path}?n=2147483647`);
    const pages = [...spied.statements.values()].filter(({ text }) => /FROM items.* LIMIT/s.test(text));
    // One more shows whether there are more.
    assert.deepEqual(
      pages.map(({ values }) => values.at(-1)),
      [most + 1],
    );
  });
}

test('ten thousand items are given by name, each once, and none of those named after them', async (t) => {
  const { ask, itemIds } = await reader(t);
  const [first = 0, last = 0, beyond = 0] = itemIds;
  const unknown = Array.from({ length: 9_998 }, (_, place) => 900_000 + place);
  const named = [first, first, ...unknown, last, beyond];
  const answer = await ask(
    namedContents,
    'api/0/stream/items/contents',
    named.map((id) => ['i', String(id)]),
  );
  const { items } = JSON.parse(answer) as { items: { id: string }[] };
  assert.deepEqual(
    items.map(({ id }) => Number.parseInt(id.split('/').at(-1) ?? '', 16)),
    [first, last],
  );
});

async function reader(t: TestContext): Promise<Reader> {
  const { library, clock, ines } = await someLibrary(t);
  const { store, spied } = spiedStore(library.store);
  const accounts: Partial<AccountsOptions> = { clock };
  const house = {
    library: { ...library, store },
    accounts: accounts as AccountsOptions,
    instance: { name: 'Courant', implementationVersion: '1' },
  };
  return {
    spied,
    itemIds: ines.feeds.flatMap(({ itemIds }) => itemIds),
    async ask(handler, path, form = []) {
      const url = new URL(`https://courant.example/reader/${path}`);
      const answer = await handler(house, {
        call: { request: new Request(url), url, params: {}, requestId: '1', address: '::1', secure: true },
        parameters: new Parameters(url.searchParams, new URLSearchParams(form)),
        app: { id: 1, userId: ines.userId } as KnownApp,
        userId: ines.userId,
      });
      return answer.text();
    },
  };
}
