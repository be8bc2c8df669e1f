// However the web reader, the contract's API, Google Reader and Fever are interleaved, there is one state, and each of them reports it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { posts, rss } from '../documents.ts';
import { propertyRuns } from '../property-runs.ts';
import { browserOf, type CompatHouse, compatHouse } from './compat-house.ts';
import {
  API,
  assertOneTruth,
  isInFolder,
  type Known,
  knownOf,
  labels,
  listed,
  state,
  type World,
} from './one-truth-world.ts';

/** Does something through one of the protocols, and to the model. */
interface Doing {
  run(world: World): Promise<void>;
  toString(): string;
}

const door = fc.constantFrom('browser', 'contract', 'greader', 'fever');
const mark = fc.constantFrom('read', 'unread', 'starred', 'unstarred');

const markSome = fc
  .record({ door, mark, places: fc.uniqueArray(fc.nat(30), { minLength: 1, maxLength: 4 }) })
  .map(
    ({ door: by, mark: as, places }): Doing => ({
      toString: () => `${by}: ${as} ${places}`,
      async run(world) {
        const all = [...world.items.keys()];
        const ids = [...new Set(places.map((place) => all[place % all.length] ?? 0))];
        await markBy[by]?.(world, ids, as);
        for (const id of ids) apply(world.items.get(id), as);
      },
    }),
  );

const labelSome = fc
  .record({
    label: fc.constantFrom(...labels),
    isPut: fc.boolean(),
    places: fc.uniqueArray(fc.nat(30), { minLength: 1, maxLength: 4 }),
  })
  .map(
    ({ label, isPut, places }): Doing => ({
      toString: () => `${isPut ? 'put' : 'take off'} ${label} ${places}`,
      async run({ house, items }) {
        const all = [...items.keys()];
        const ids = [...new Set(places.map((place) => all[place % all.length] ?? 0))];
        await editLabel(house, ids, { label, isPut });
        for (const id of ids) {
          if (isPut) items.get(id)?.labels.add(label);
          else items.get(id)?.labels.delete(label);
        }
      },
    }),
  );

const markAll = fc
  .record({
    door: fc.constantFrom('greader', 'fever'),
    stream: fc.constantFrom('all', 'feed', 'label', 'starred'),
    feed: fc.nat(2),
    unit: fc.constantFrom('s', 'ms', 'us', 'none'),
    place: fc.nat(30),
  })
  .map(
    (wish): Doing => ({
      toString: () => `mark all ${JSON.stringify(wish)}`,
      async run(world) {
        const { house, items } = world;
        const stream = wish.door === 'fever' && wish.stream === 'starred' ? 'all' : wish.stream;
        const time = [...items.values()][wish.place % items.size]?.createdAt ?? 0;
        const now = house.clock.now();
        const text = { s: String(Math.floor(time / 1_000)), ms: String(time), us: `${time}000`, none: '' }[
          wish.unit
        ];
        const feed = house.feeds[wish.feed] ?? 0;
        if (wish.door === 'greader') await markStream(house, { stream, feed }, text);
        else await markGroup(world, { stream, feed }, text);
        const missing = wish.door === 'fever' ? (world.askedAt ?? now) : now;
        const upTo = wish.unit === 'none' ? missing : wish.unit === 's' ? time - (time % 1_000) + 999 : time;
        const isMeant = (item: Known): boolean =>
          stream === 'all' ||
          (stream === 'starred' && item.starred) ||
          (stream === 'feed' && item.feed === feed) ||
          (stream === 'label' &&
            (isInFolder(house, item) || (wish.door === 'greader' && item.labels.has('News'))));
        for (const item of items.values()) if (isMeant(item) && item.createdAt <= upTo) item.read = true;
      },
    }),
  );

const askForItems = fc.constant<Doing>({
  toString: () => 'fever asks for items',
  async run(world) {
    await world.fever('items');
    world.askedAt = world.house.clock.now();
  },
});

const somethingComes = fc.integer({ min: 1, max: 2 }).map(
  (count): Doing => ({
    toString: () => `${count} items come`,
    async run(world) {
      const { house } = world;
      world.published += count;
      house.web.serve('https://a.example/feed', rss('A', posts(1, world.published)));
      await house.crawl(3 * 3_600_000);
      for (const item of await listed(house)) {
        if (world.items.has(item.id)) continue;
        assert.equal(item.read, false);
        world.items.set(item.id, knownOf(item));
      }
    },
  }),
);

test('any interleaving of doings by four doors leaves one truth, told by all', async (t) => {
  const world = await openWorld(await compatHouse(t, { COURANT_RATE_LIMITS: 'false' }));
  const doing = fc.oneof(
    { weight: 5, arbitrary: markSome },
    { weight: 3, arbitrary: markAll },
    { weight: 2, arbitrary: labelSome },
    { weight: 1, arbitrary: askForItems },
    { weight: 1, arbitrary: somethingComes },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(doing, { minLength: 1, maxLength: 12 }), async (doings) => {
      await beginAfresh(world);
      for (const each of doings) await each.run(world);
      await assertOneTruth(world);
    }),
    propertyRuns(31, 24),
  );
});

async function openWorld(house: CompatHouse): Promise<World> {
  return {
    house,
    items: new Map((await listed(house)).map((item) => [item.id, knownOf(item)])),
    askedAt: undefined,
    published: 4,
    browser: await browserOf(house, 'ines'),
    fever: async (query) =>
      (await (await house.ask(`/fever/?api&api_key=${house.feverKey}&${query}`)).json()) as Record<
        string,
        unknown
      >,
  };
}

/** One house serves all runs. */
async function beginAfresh({ house, items }: World): Promise<void> {
  const ids = [...items.keys()];
  await house.ines.client.items.markManyUnread(ids);
  await house.ines.client.stars.removeMany(ids);
  for (const label of labels) await editLabel(house, ids, { label, isPut: false });
  for (const item of items.values()) Object.assign(item, { read: false, starred: false, labels: new Set() });
}

const markBy: Readonly<Record<string, (world: World, ids: number[], as: string) => Promise<unknown>>> = {
  async browser({ house, browser }, ids, as) {
    const paths: Readonly<Record<string, string>> = {
      read: '/api/v1/items/read',
      unread: '/api/v1/items/unread',
      starred: '/api/app.courant.items/v1/items/star',
      unstarred: '/api/app.courant.items/v1/items/unstar',
    };
    const body = new URLSearchParams({ ids: ids.join() });
    const answer = await house.ask(paths[as] ?? '', { method: 'POST', headers: browser, body });
    assert.equal(answer.status, 200);
  },
  contract({ house }, ids, as) {
    const { items, stars } = house.ines.client;
    if (as === 'read') return items.markManyRead(ids);
    if (as === 'unread') return items.markManyUnread(ids);
    return as === 'starred' ? stars.addMany(ids) : stars.removeMany(ids);
  },
  greader({ house }, ids, as) {
    const tags: Readonly<Record<string, [string, string][]>> = {
      read: [['a', state('read')]],
      unread: [
        ['r', state('read')],
        ['a', state('kept-unread')],
      ],
      starred: [['a', state('starred')]],
      unstarred: [['r', state('starred')]],
    };
    const form = [
      ...ids.map((id): [string, string] => ['i', id.toString(16).padStart(16, '0')]),
      ...(tags[as] ?? []),
    ];
    return house.greader(`${API}/edit-tag`, { form });
  },
  async fever({ fever }, ids, as) {
    const word = as.replace('star', 'sav').replace('red', 'ed');
    for (const id of ids) await fever(`mark=item&id=${id}&as=${word}`);
  },
};

async function editLabel(
  house: CompatHouse,
  ids: readonly number[],
  { label, isPut }: { label: string; isPut: boolean },
): Promise<void> {
  const form: [string, string][] = [
    ...ids.map((id): [string, string] => ['i', String(id)]),
    [isPut ? 'a' : 'r', `user/-/label/${label}`],
  ];
  assert.equal((await house.greader(`${API}/edit-tag`, { form })).text, 'OK');
}

function apply(item: Known | undefined, as: string): void {
  if (item && (as === 'read' || as === 'unread')) item.read = as === 'read';
  else if (item) item.starred = as === 'starred';
}

async function markStream(
  house: CompatHouse,
  { stream, feed }: { stream: string; feed: number },
  ts: string,
): Promise<void> {
  const names: Readonly<Record<string, string>> = {
    all: state('reading-list'),
    starred: state('starred'),
    feed: `feed/${feed}`,
    label: 'user/-/label/News',
  };
  const form = { s: names[stream] ?? '', ...(ts === '' ? {} : { ts }) };
  assert.equal((await house.greader(`${API}/mark-all-as-read`, { form })).text, 'OK');
}

async function markGroup(
  { fever }: World,
  { stream, feed }: { stream: string; feed: number },
  before: string,
): Promise<void> {
  const what = { all: 'group&id=0', feed: `feed&id=${feed}`, label: 'group&id=1' }[stream];
  await fever(`mark=${what}&as=read${before === '' ? '' : `&before=${before}`}`);
}
