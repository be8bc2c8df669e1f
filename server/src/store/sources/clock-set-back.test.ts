import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { fakeClock } from '../../../test/fake-clock.ts';
import { temporaryStore } from '../../../test/temporary-store.ts';
import { sql } from '../sql.ts';
import type { WriteTx } from '../store.ts';
import { overtaken } from '../testing/overtaken.ts';
import { someSource } from '../testing/rows.ts';
import { hostsCalledInFuture, setHostBack } from './clock-set-back.ts';
import { findHost, hostNamed, nextReadyAt, releaseHost, tryLease } from './hosts.ts';
import { hubsOf, insertHub, updateHub } from './hubs.ts';
import { wantIcon } from './icons.ts';
import { findSchedule, keepSchedule } from './schedules.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const AHEAD = 10 * 365 * DAY;
const hub = {
  url: 'https://a.example/hub',
  topic: 'https://a.example/feed',
  callback: 'c',
  secret: undefined,
};

test('a host that was called while the clock was ahead keeps the rest of its pause, and its source the rest of its interval', async (t) => {
  const { store, hostId, sourceId, right } = await someHost(t, async (tx, lease) => {
    await releaseHost(tx, lease, { gapMs: MINUTE, backoffUntil: tx.now + 2 * DAY, floorMs: DAY });
  });
  assert.deepEqual(await store.read(hostsCalledInFuture), [hostId]);
  await store.write((tx) => setHostBack(tx, hostId));
  const { host, schedule, readyAt, busy } = await store.write(async (tx) => ({
    host: await findHost(tx, hostId),
    schedule: await findSchedule(tx, sourceId),
    readyAt: await nextReadyAt(tx),
    busy: await tryLease(tx, { hostId, token: 'for a person' }, MINUTE),
  }));
  assert.equal(host?.backoffUntil, right + 2 * DAY - MINUTE);
  assert.deepEqual([host?.floorMs, host?.floorSince], [DAY, right], 'the raised floor falls as from now');
  assert.deepEqual([schedule?.lastVisitAt, schedule?.nextVisitAt], [right, right + 3 * DAY]);
  assert.equal(readyAt, right + 3 * DAY);
  assert.deepEqual(busy, { kind: 'resting', until: right + 2 * DAY - MINUTE });
  assert.deepEqual(await store.read(hostsCalledInFuture), []);
});

test('a lease that was given while the clock was ahead ends, and its holder records nothing', async (t) => {
  const { store, hostId, lease } = await someHost(t, async () => {});
  await store.write((tx) => setHostBack(tx, hostId));
  assert.equal(await store.write((tx) => releaseHost(tx, lease, { gapMs: 0 })), false);
  assert.equal(
    (await store.write((tx) => tryLease(tx, { hostId, token: 'another' }, MINUTE))).kind,
    'leased',
  );
});

test('what a visit records just then, by a clock that is right, is not set back', async (t) => {
  const { store, hostId, sourceId, right } = await someHost(t, async () => {});
  const visiting = (tx: WriteTx): Promise<unknown> =>
    tx.run(sql`UPDATE schedules SET last_visit_at = ${tx.now} WHERE source_id = ${sourceId}`);
  const ahead = await overtaken(store, () => store.write(visiting)).write((tx) => setHostBack(tx, hostId));
  assert.deepEqual(ahead, []);
  const schedule = await store.read((tx) => findSchedule(tx, sourceId));
  assert.deepEqual([schedule?.lastVisitAt, schedule?.nextVisitAt], [right, right + AHEAD + 3 * DAY]);
});

test('nor is the pause of a host that is called just then', async (t) => {
  const { store, hostId, right } = await someHost(t, async (tx, lease) => {
    await releaseHost(tx, lease, { gapMs: 0 });
  });
  const calling = (tx: WriteTx): Promise<unknown> =>
    tx.run(sql`UPDATE hosts SET quiet_until = ${tx.now + MINUTE} WHERE id = ${hostId}`);
  const settingBack = overtaken(store, () => store.write(calling), /quiet_until/);
  await settingBack.write((tx) => setHostBack(tx, hostId));
  const host = await store.read((tx) =>
    tx.get<{ quiet_until: number }>(sql`SELECT quiet_until FROM hosts WHERE id = ${hostId}`),
  );
  assert.equal(host?.quiet_until, right + MINUTE);
});

test('a host that was called by a clock that is right is left alone', async (t) => {
  const { store, hostId, lease } = await someHost(t, async () => {}, 0);
  assert.deepEqual(await store.read(hostsCalledInFuture), []);
  await store.write((tx) => releaseHost(tx, lease, { gapMs: MINUTE, backoffUntil: tx.now + 30 * DAY }));
  assert.deepEqual(await store.read(hostsCalledInFuture), []);
  assert.ok(hostId);
});

test('a hub that was asked while the clock was ahead keeps the rest of its lease, and what it announced then counts as announced now', async (t) => {
  const { store, hostId, sourceId, right } = await someHost(t, async (tx, lease, visited) => {
    await insertHub(tx, { ...hub, hostId: lease.hostId, sourceId: visited, dueAt: tx.now + 5 * DAY });
    const [kept] = await hubsOf(tx, visited);
    assert.ok(kept);
    await updateHub(tx, { ...kept, leasedUntil: tx.now + 10 * DAY, pingedAt: tx.now });
    await releaseHost(tx, lease, { gapMs: MINUTE });
  });
  await store.write((tx) => setHostBack(tx, hostId));
  const [kept] = await store.read((tx) => hubsOf(tx, sourceId));
  assert.equal(kept?.dueAt, right + 5 * DAY - MINUTE);
  assert.equal(kept?.leasedUntil, right + 10 * DAY - MINUTE);
  assert.equal(kept?.pingedAt, right);
});

test('a hub that only announced something while the clock was ahead is found, and has announced it now', async (t) => {
  const { store, hostId, sourceId, right } = await someHost(t, async () => {}, 0);
  await store.write(async (tx) => {
    await insertHub(tx, { ...hub, hostId, sourceId, dueAt: right });
    const [kept] = await hubsOf(tx, sourceId);
    assert.ok(kept);
    await updateHub(tx, { ...kept, pingedAt: right + AHEAD });
  });
  assert.deepEqual(await store.read(hostsCalledInFuture), [hostId]);
  await store.write((tx) => setHostBack(tx, hostId));
  assert.equal((await store.read((tx) => hubsOf(tx, sourceId)))[0]?.pingedAt, right);
  assert.deepEqual(await store.read(hostsCalledInFuture), []);
});

test('an icon that was asked for while the clock was ahead counts as asked for now', async (t) => {
  const { store, hostId, right } = await someHost(t, async (tx, lease, visited) => {
    const site = { site: 'https://a.example', hostId: lease.hostId, dueAt: tx.now, restMs: 0 };
    await wantIcon(tx, visited, site);
    await tx.run(sql`UPDATE icons SET due_at = NULL, asked_at = ${tx.now}`);
    await releaseHost(tx, lease, { gapMs: 0 });
  });
  await store.write((tx) => setHostBack(tx, hostId));
  const icon = await store.read((tx) => tx.get<{ asked_at: number }>(sql`SELECT asked_at FROM icons`));
  assert.equal(icon?.asked_at, right);
});

/** A host that was leased for a visit while the clock was ahead. The next visit of its source is due three days later. */
async function someHost(
  t: TestContext,
  end: (tx: WriteTx, lease: { hostId: number; token: string }, sourceId: number) => Promise<void>,
  aheadMs = AHEAD,
) {
  const clock = fakeClock();
  const right = clock.now();
  const { store } = await temporaryStore(t, clock);
  clock.set(right + aheadMs);
  const { hostId, sourceId } = await store.write(async (tx) => {
    const id = await someSource(tx, 'https://a.example/feed');
    const host = await hostNamed(tx, 'a.example');
    await tx.run(sql`UPDATE sources SET host_id = ${host} WHERE id = ${id}`);
    return { hostId: host, sourceId: id };
  });
  const lease = { hostId, token: 'a visit' };
  await store.write(async (tx) => {
    assert.equal((await tryLease(tx, lease, 2 * MINUTE)).kind, 'leased');
    const nextVisitAt = tx.now + 3 * DAY;
    await keepSchedule(tx, {
      sourceId,
      hostId,
      nextVisitAt,
      plannedAt: nextVisitAt,
      lastVisitAt: tx.now,
      failures: 0,
    });
    await end(tx, lease, sourceId);
  });
  clock.set(right);
  return { store, hostId, sourceId, lease, right };
}
