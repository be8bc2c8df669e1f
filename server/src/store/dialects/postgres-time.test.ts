// A node's time is the database's, whatever the machine's clock says.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeClock } from '../../../test/fake-clock.ts';
import { isOnPostgres, temporaryStore } from '../../../test/temporary-store.ts';
import { type Clock, nodeClock, systemClock } from '../../clock.ts';
import { takeDuty } from '../duties.ts';
import { openStore } from '../open.ts';
import { hostNamed, type Lease, leaseDueHosts, tryLease } from '../sources/hosts.ts';
import { sql } from '../sql.ts';
import type { WriteTx } from '../store.ts';
import { keepServerTime } from './postgres-time.ts';

const HOUR_MS = 3_600_000;
const LEASE_MS = 120_000;

/** A machine whose clock is wrong. */
function wrongBy(ms: number, right: Clock = systemClock): Clock {
  return { now: () => right.now() + ms, after: right.after };
}

test('a node whose clock is an hour fast takes nothing that another node holds, nor one that is slow', {
  skip: !isOnPostgres,
}, async (t) => {
  const right = await temporaryStore(t, nodeClock());
  const fast = await openStore(right.address, nodeClock(wrongBy(HOUR_MS)));
  t.after(() => fast.close());
  const slow = await openStore(right.address, nodeClock(wrongBy(-HOUR_MS)));
  t.after(() => slow.close());
  const stores = [right.store, fast, slow];
  for (const [number, holder] of stores.entries()) {
    const name = `host ${number}`;
    const lease = await holder.write((tx) => holdHost(tx, name));
    assert.ok(lease);
    for (const other of stores.filter((each) => each !== holder)) {
      const stolen: string[] = await other.write((tx) => steal(tx, name, lease));
      assert.equal(stolen.join(), '');
    }
  }
});

/** Takes a duty and the lease of a host, both with that name. */
async function holdHost(tx: WriteTx, name: string): Promise<Lease | undefined> {
  const hostId = await hostNamed(tx, name);
  await takeDuty(tx, { name, holder: name }, LEASE_MS);
  await tx.run(sql`UPDATE hosts SET ready_at = ${tx.now} WHERE id = ${hostId}`);
  return (await leaseDueHosts(tx, { limit: 1, leaseMs: LEASE_MS, nextToken: () => name }))[0];
}

/** Which of those another can take. */
async function steal(tx: WriteTx, name: string, { hostId }: Lease): Promise<string[]> {
  const leases = await leaseDueHosts(tx, { limit: 9, leaseMs: 1, nextToken: () => 'thief' });
  const { kind } = await tryLease(tx, { hostId, token: 'thief' }, 1);
  const hasDuty = await takeDuty(tx, { name, holder: 'thief' }, 1);
  return [...leases.map(() => 'due'), ...(kind === 'busy' ? [] : [kind]), ...(hasDuty ? ['duty'] : [])];
}

test('a store with a fake clock has the time of that clock, not the server’s', async (t) => {
  const clock = fakeClock();
  const { store } = await temporaryStore(t, clock);
  assert.equal(await store.read(async (tx) => tx.now), clock.now());
});

test('the clock follows what the server says, once a minute, and takes the way for no difference', async () => {
  const machine = fakeClock(1_000_000);
  const clock = nodeClock(machine);
  let serverNow = machine.now() + HOUR_MS;
  let asked = 0;
  const connection = {
    async query() {
      asked++;
      await machine.advance(20);
      serverNow += 20;
      return { rows: [{ now: String(serverNow - 10) }] };
    },
  };
  const keep = keepServerTime(clock);
  const look = () => keep?.(connection as unknown as Parameters<typeof keep>[0]);
  await Promise.all([look(), look()]);
  assert.equal(asked, 1, 'who comes at the same time waits for the same answer');
  assert.equal(clock.now(), serverNow);
  await machine.advance(59_000);
  await look();
  assert.equal(asked, 1);
  // Five milliseconds cannot be told from the round trip.
  await machine.advance(1_000);
  serverNow = clock.now() + 5;
  await look();
  assert.deepEqual([asked, clock.now()], [2, serverNow - 5]);
  await machine.advance(60_000);
  serverNow = clock.now() - HOUR_MS;
  await look();
  assert.deepEqual([asked, clock.now()], [3, serverNow]);
});

test('a clock that is nobody’s to set is let alone', () => {
  assert.equal(keepServerTime(systemClock), undefined);
});
