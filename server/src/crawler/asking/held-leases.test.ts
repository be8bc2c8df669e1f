import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type FakeClock, fakeClock } from '../../../test/fake-clock.ts';
import { isOnPostgres, temporaryStore } from '../../../test/temporary-store.ts';
import { findHost, hostNamed, type Lease, tryLease } from '../../store/sources/hosts.ts';
import type { Store } from '../../store/store.ts';
import { spiedStore } from '../../store/testing/spied-store.ts';
import { endTurn } from './answering-host.ts';
import { openHeldLeases } from './held-leases.ts';

const leaseMs = 60_000;

test('a lease that was lost, as by a node that stood still, is not taken back from whoever has it now', async (t) => {
  const { store, clock, hostId } = await oneHost(t);
  const held = openHeldLeases({ store, clock, limits: { leaseMs } });
  const call = Promise.withResolvers<void>();
  const calling = held.during(await lease(store, hostId, 'ours'), () => call.promise);
  await clock.advance(leaseMs);
  await lease(store, hostId, 'theirs');
  await clock.advance(leaseMs / 2);
  await held.renew();
  await clock.advance(leaseMs / 2);
  // Theirs ends when it was to end.
  await lease(store, hostId, 'of a third');
  call.resolve();
  await calling;
});

test('what a host has asked for holds, though whoever was told has lost the lease', async (t) => {
  const { store, clock, hostId } = await oneHost(t);
  const ours = await lease(store, hostId, 'ours');
  await clock.advance(leaseMs);
  await lease(store, hostId, 'theirs');
  const said = { backoffUntil: clock.now() + 3_600_000, floorMs: 7_200_000 };
  await store.write((tx) => endTurn(tx, ours, { answering: 'a.example', gapMs: 1_000, ...said }));
  const host = await store.read((tx) => findHost(tx, hostId));
  assert.deepEqual([host?.backoffUntil, host?.floorMs], [said.backoffUntil, said.floorMs]);
});

test('a call has its host for as long as it takes, which is written once in half a lease', async (t) => {
  const { store, clock, hostId } = await oneHost(t);
  const { store: watched, spied } = spiedStore(store);
  const held = openHeldLeases({ store: watched, clock, limits: { leaseMs } });
  const call = Promise.withResolvers<void>();
  const calling = held.during(await lease(store, hostId, 'ours'), () => call.promise);
  for (let quarter = 1; quarter <= 12; quarter++) {
    await clock.advance(leaseMs / 4);
    await held.renew();
    await assert.rejects(lease(store, hostId, 'theirs'), /the host is busy/);
  }
  assert.equal(spied.transactions, 6);
  call.resolve();
  await calling;
  await clock.advance(leaseMs);
  await held.renew();
  await lease(store, hostId, 'theirs');
});

test('a lease is kept while everything else that the node would write waits for a turn', {
  skip: isOnPostgres ? false : 'a file has one writer at a time',
}, async (t) => {
  const { store, clock, hostId } = await oneHost(t);
  const held = openHeldLeases({ store, clock, limits: { leaseMs } });
  const [call, locked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const calling = held.during(await lease(store, hostId, 'ours'), () => call.promise);
  await clock.advance(leaseMs / 2);
  // As many as may wait for what others have locked.
  const waiting = Array.from({ length: 30 }, () => store.write(() => locked.promise));
  await held.renew();
  await clock.advance(leaseMs / 2);
  locked.resolve();
  await Promise.all(waiting);
  await assert.rejects(lease(store, hostId, 'theirs'), /the host is busy/);
  call.resolve();
  await calling;
});

test('nothing is renewed for calls that are over, also if they end while they are renewed', async (t) => {
  const { store, clock, hostId } = await oneHost(t);
  const { store: watched, spied } = spiedStore(store);
  const held = openHeldLeases({ store: watched, clock, limits: { leaseMs } });
  let renewing: Promise<void> | undefined;
  await held.during(await lease(store, hostId, 'ours'), async () => {
    await clock.advance(leaseMs / 2);
    renewing = held.renew();
  });
  await renewing;
  await clock.advance(leaseMs / 2);
  await held.renew();
  assert.equal(spied.transactions, 1);
});

async function oneHost(t: TestContext): Promise<{ store: Store; clock: FakeClock; hostId: number }> {
  const clock = fakeClock();
  const { store } = await temporaryStore(t, clock);
  return { store, clock, hostId: await store.write((tx) => hostNamed(tx, 'a.example')) };
}

async function lease(store: Store, hostId: number, token: string): Promise<Lease> {
  const attempt = await store.write((tx) => tryLease(tx, { hostId, token }, leaseMs));
  assert.ok(attempt.kind === 'leased', `${token}: the host is busy`);
  return attempt.lease;
}
