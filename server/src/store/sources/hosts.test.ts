import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type FakeClock, fakeClock } from '../../../test/fake-clock.ts';
import { temporaryStore } from '../../../test/temporary-store.ts';
import { openStore } from '../open.ts';
import { sql } from '../sql.ts';
import type { Store } from '../store.ts';
import { overtaken } from '../testing/overtaken.ts';
import { somePosts, someSource } from '../testing/rows.ts';
import {
  deleteIdleHosts,
  findHost,
  hostNamed,
  leaseDueHosts,
  nextReadyAt,
  releaseHost,
  renewLease,
  replanHost,
  restHost,
  tryLease,
} from './hosts.ts';
import { dueSource, keepSchedule } from './schedules.ts';
import { insertSource } from './sources.ts';

const LEASE_MS = 60_000;
const DAY = 86_400_000;

test('a due host is leased once, and once more when its lease has ended', async (t) => {
  const { store, clock } = await dueHosts(t, 1);
  assert.equal((await lease(store)).length, 1);
  assert.equal((await lease(store)).length, 0);
  await clock.advance(LEASE_MS - 1);
  assert.equal((await lease(store)).length, 0);
  await clock.advance(1);
  assert.equal((await lease(store)).length, 1);
});

test('of many due hosts, those that have waited longest come first', async (t) => {
  const { store, clock } = await dueHosts(t, 3);
  const [first, second, third] = await lease(store);
  assert.ok(first && second && third);
  for (const [held, gapMs] of [
    [first, 3_000],
    [second, 2_000],
    [third, 1_000],
  ] as const) {
    await store.write((tx) => releaseHost(tx, held, { gapMs }));
  }
  await clock.advance(10_000);
  const order = [await lease(store, 1), await lease(store, 1), await lease(store, 1)].flat();
  assert.deepEqual(
    order.map(({ hostId }) => hostId),
    [third, second, first].map(({ hostId }) => hostId),
  );
});

test('two nodes on one file never hold one host', async (t) => {
  const { store, address, clock } = await dueHosts(t, 40);
  const other = await openStore(address, clock);
  t.after(() => other.close());
  const held = await Promise.all(
    Array.from({ length: 8 }, (_, index) => lease(index % 2 === 0 ? store : other, 10)),
  );
  const hosts = held.flat().map((each) => each.hostId);
  assert.equal(hosts.length, 40);
  assert.equal(new Set(hosts).size, 40);
});

test('a lease that was lost gives nothing back', async (t) => {
  const { store, clock } = await dueHosts(t, 1);
  const [lost] = await lease(store);
  await clock.advance(LEASE_MS);
  const [held] = await lease(store);
  assert.ok(lost && held);
  assert.equal(await store.write((tx) => releaseHost(tx, lost, { gapMs: 1_000 })), false);
  assert.equal(await store.write((tx) => releaseHost(tx, held, { gapMs: 1_000 })), true);
});

test('a lease that has ended keeps nobody waiting who asks for the host, and one that was renewed does', async (t) => {
  const { store, clock } = await dueHosts(t, 1);
  const [held] = await lease(store);
  assert.ok(held);
  const again = { hostId: held.hostId, token: 'person' };
  const ask = () => store.write((tx) => tryLease(tx, again, LEASE_MS));
  await clock.advance(LEASE_MS - 1);
  await store.write((tx) => renewLease(tx, held, LEASE_MS));
  await clock.advance(LEASE_MS - 1);
  assert.deepEqual(await ask(), { kind: 'busy', freeAt: undefined });
  assert.equal((await lease(store)).length, 0);
  await clock.advance(1);
  assert.deepEqual(await ask(), { kind: 'leased', lease: again });
});

test('a new plan does not make a host due that somebody is calling', async (t) => {
  const { store, clock } = await dueHosts(t, 1);
  const [held] = await lease(store);
  assert.ok(held);
  await store.write((tx) => replanHost(tx, held.hostId));
  await clock.advance(LEASE_MS - 1);
  assert.equal((await lease(store)).length, 0);
});

test('a host is left alone for the gap, by planned visits and by people who wait', async (t) => {
  const { store, clock } = await dueHosts(t, 1);
  const [held] = await lease(store);
  assert.ok(held);
  const again = { hostId: held.hostId, token: 'person' };
  assert.deepEqual(await store.write((tx) => tryLease(tx, again, LEASE_MS)), {
    kind: 'busy',
    freeAt: undefined,
  });
  await store.write((tx) => releaseHost(tx, held, { gapMs: 1_000 }));
  assert.deepEqual(await store.write((tx) => tryLease(tx, again, LEASE_MS)), {
    kind: 'busy',
    freeAt: clock.now() + 1_000,
  });
  // Somebody follows another feed there.
  const planned = await store.read(nextReadyAt);
  await store.write((tx) => replanHost(tx, held.hostId));
  assert.equal(await store.read(nextReadyAt), planned);
  const { name = '' } = (await store.read((tx) => findHost(tx, held.hostId))) ?? {};
  assert.equal(await store.write((tx) => hostNamed(tx, name)), held.hostId);
  assert.deepEqual(await store.write((tx) => tryLease(tx, again, LEASE_MS)), {
    kind: 'busy',
    freeAt: clock.now() + 1_000,
  });
  await clock.advance(1_000);
  assert.equal((await lease(store)).length, 0, 'a person goes first');
  assert.equal((await store.write((tx) => tryLease(tx, again, LEASE_MS))).kind, 'leased');
});

test('Retry-After keeps the whole host from being due, and a shorter one takes nothing back', async (t) => {
  const { store, clock } = await dueHosts(t, 1);
  const [held] = await lease(store);
  assert.ok(held);
  const until = clock.now() + 3_600_000;
  await store.write((tx) => releaseHost(tx, held, { gapMs: 1_000, backoffUntil: until, floorMs: 7_200_000 }));
  assert.equal(await store.read(nextReadyAt), until);
  await store.write((tx) => replanHost(tx, held.hostId));
  assert.equal(await store.read(nextReadyAt), until);
  // A redirect has led there, and heard of less.
  await store.write((tx) => restHost(tx, held.hostId, { backoffUntil: until - 1_000 }));
  assert.equal(await store.read(nextReadyAt), until);
  await clock.advance(3_599_999);
  assert.equal((await lease(store)).length, 0);
  const host = await store.read((tx) => findHost(tx, held.hostId));
  assert.deepEqual([host?.backoffUntil, host?.floorMs], [until, 7_200_000]);
});

test('a rest that a host has asked for while it was leased outlasts a holder that has died', async (t) => {
  const { store, clock } = await dueHosts(t, 1);
  const [lost] = await lease(store);
  assert.ok(lost);
  const until = clock.now() + 3_600_000;
  // A redirect of another site has led there.
  await store.write((tx) => restHost(tx, lost.hostId, { backoffUntil: until }));
  await clock.advance(LEASE_MS);
  assert.equal((await lease(store)).length, 0);
  assert.equal(await store.read(nextReadyAt), until, 'and nobody looks for it all the time until then');
  const person = { hostId: lost.hostId, token: 'person' };
  assert.deepEqual(await store.write((tx) => tryLease(tx, person, LEASE_MS)), { kind: 'resting', until });
  await clock.advance(until - clock.now());
  assert.equal((await lease(store)).length, 1);
});

test('a host that is leased just when it is planned anew is due for nobody else', async (t) => {
  const { store, clock } = await dueHosts(t, 1);
  const [held] = await lease(store);
  assert.ok(held);
  await store.write((tx) => releaseHost(tx, held, { gapMs: 0 }));
  await clock.advance(DAY);
  const person = { hostId: held.hostId, token: 'person' };
  const planning = overtaken(store, () => store.write((tx) => tryLease(tx, person, LEASE_MS)));
  await planning.write((tx) => replanHost(tx, held.hostId));
  assert.equal((await lease(store)).length, 0);
  assert.equal(await store.read(nextReadyAt), clock.now() + LEASE_MS);
});

test('a host is planned, and kept, only for what is to be asked of itself', async (t) => {
  const clock = fakeClock();
  const { store } = await temporaryStore(t, clock);
  const due = clock.now() - 1;
  const ids = await store.write(async (tx) => {
    const [hub = 0, article = 0, icon = 0, idle = 0] = [
      await hostNamed(tx, 'hub.example'),
      await hostNamed(tx, 'article.example'),
      await hostNamed(tx, 'icon.example'),
      await hostNamed(tx, 'idle.example'),
    ];
    const [read = 0, wanted = 0] = await somePosts(tx, await someSource(tx, 'https://a.example/'), 2);
    await tx.run(sql`
      INSERT INTO hubs (url, host_id, topic, callback, state, due_at) VALUES ('h', ${hub}, 't', 'c', 'active', ${due})`);
    await tx.run(sql`
      INSERT INTO full_texts (post_id, url, host_id, due_at) VALUES (${wanted}, 'w', ${article}, ${due}), (${read}, 'r', ${idle}, NULL)`);
    await tx.run(sql`
      INSERT INTO icons (site, step, url, host_id, due_at) VALUES ('i', 'page', 'i', ${icon}, ${due}), ('o', 'page', 'o', ${idle}, NULL)`);
    return { hub, article, icon, idle };
  });
  await clock.advance(DAY);
  await store.write((tx) => replanHost(tx, ids.idle));
  assert.equal(await store.read(nextReadyAt), undefined);
  await store.write((tx) => deleteIdleHosts(tx, { calledBefore: tx.now, raisedBefore: tx.now, limit: 100 }));
  const left = await Promise.all(
    Object.values(ids).map((id) => store.read(async (tx) => (await findHost(tx, id)) !== undefined)),
  );
  assert.deepEqual(left, [true, true, true, false]);
  for (const id of [ids.hub, ids.article, ids.icon]) await store.write((tx) => replanHost(tx, id));
  assert.equal((await lease(store)).length, 3);
});

async function dueHosts(
  t: TestContext,
  count: number,
): Promise<{ store: Store; address: string; clock: FakeClock }> {
  const clock = fakeClock();
  const { store, address } = await temporaryStore(t, clock);
  await store.write(async (tx) => {
    for (let index = 0; index < count; index++) {
      const hostId = await hostNamed(tx, `host${index}.example`);
      const url = `https://host${index}.example/feed`;
      const face = {
        title: 'T',
        siteUrl: url,
        description: undefined,
        language: undefined,
        imageUrl: undefined,
      };
      const sourceId = await insertSource(tx, { url, hostId }, face);
      const at = tx.now - 1_000;
      await keepSchedule(tx, {
        sourceId,
        hostId,
        nextVisitAt: at,
        plannedAt: at,
        lastVisitAt: undefined,
        failures: 0,
      });
      assert.equal(await dueSource(tx, hostId), sourceId);
      await replanHost(tx, hostId);
    }
  });
  await clock.advance(200);
  return { store, address, clock };
}

let tokens = 0;
function lease(store: Store, limit = 100): Promise<{ hostId: number; token: string }[]> {
  return store.write((tx) =>
    leaseDueHosts(tx, { limit, leaseMs: LEASE_MS, nextToken: () => `lease-${++tokens}` }),
  );
}
