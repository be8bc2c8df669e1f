import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeClock } from '../../../test/fake-clock.ts';
import { temporaryStore } from '../../../test/temporary-store.ts';
import type { WriteTx } from '../store.ts';
import { someFeed, someSource, someUser } from '../testing/rows.ts';
import { hostNamed, nextReadyAt } from './hosts.ts';
import {
  bringForward,
  countPlanned,
  dueSource,
  failingSources,
  findSchedule,
  keepSchedule,
  putOffVisit,
} from './schedules.ts';

test('a visit is brought forward, never put off, and never planned for a source that nobody follows', async (t) => {
  const { store } = await temporaryStore(t, fakeClock(1_000_000));
  await store.write(async (tx) => {
    const { sourceId, plan } = await someSchedule(tx, 3_000_000);
    await bringForward(tx, sourceId, 2_000_000);
    await bringForward(tx, sourceId, 4_000_000);
    assert.equal((await findSchedule(tx, sourceId))?.nextVisitAt, 2_000_000);
    assert.equal(await nextReadyAt(tx), 2_000_000);
    await keepSchedule(tx, { ...plan, nextVisitAt: undefined });
    await bringForward(tx, sourceId, 2_000_000);
    assert.equal((await findSchedule(tx, sourceId))?.nextVisitAt, undefined);
  });
});

test('a visit is put off, never brought forward, and not planned anew for a source that nobody follows by then', async (t) => {
  const { store } = await temporaryStore(t, fakeClock(1_000_000));
  await store.write(async (tx) => {
    const { sourceId, plan } = await someSchedule(tx, 2_000_000);
    for (const at of [3_000_000, 2_500_000]) await putOffVisit(tx, sourceId, at);
    assert.equal((await findSchedule(tx, sourceId))?.nextVisitAt, 3_000_000);
    await keepSchedule(tx, { ...plan, nextVisitAt: undefined });
    await putOffVisit(tx, sourceId, 3_000_000);
    assert.equal((await findSchedule(tx, sourceId))?.nextVisitAt, undefined);
  });
});

test('of many sources at one host, that comes first which has waited longest', async (t) => {
  const { store } = await temporaryStore(t, fakeClock(1_000_000));
  await store.write(async (tx) => {
    const hostId = await hostNamed(tx, 'a.example');
    const ids: number[] = [];
    for (const dueAt of [900_000, 700_000, 800_000, 1_000_001]) {
      const sourceId = await someSource(tx, `https://a.example/${dueAt}`);
      const plan = { sourceId, hostId, lastVisitAt: 1, failures: 0, plannedAt: dueAt };
      await keepSchedule(tx, { ...plan, nextVisitAt: dueAt });
      ids.push(sourceId);
    }
    const order: (number | undefined)[] = [];
    for (let turn = 0; turn < 4; turn++) {
      const due = await dueSource(tx, hostId);
      order.push(due);
      await putOffVisit(tx, due ?? 0, 2_000_000);
    }
    assert.deepEqual(order, [ids[1], ids[2], ids[0], undefined]);
  });
});

test('what nobody follows counts neither among the failing sources nor among those that share their host', async (t) => {
  const { store } = await temporaryStore(t, fakeClock());
  await store.write(async (tx) => {
    const hostId = await hostNamed(tx, 'a.example');
    const { sourceId } = await someFeed(tx, await someUser(tx, 'ines'), {
      url: 'https://a.example/1',
      count: 0,
    });
    const left = await someSource(tx, 'https://a.example/2');
    const plan = { hostId, lastVisitAt: 1, failures: 3, plannedAt: 2_000_000 };
    await keepSchedule(tx, { ...plan, sourceId, nextVisitAt: 2_000_000 });
    await keepSchedule(tx, { ...plan, sourceId: left, nextVisitAt: undefined });
    assert.deepEqual([await failingSources(tx), await countPlanned(tx, hostId)], [[sourceId], 1]);
  });
});

/** A source that is to be visited then, and its plan. */
async function someSchedule(tx: WriteTx, plannedAt: number) {
  const hostId = await hostNamed(tx, 'a.example');
  const sourceId = await someSource(tx, 'https://a.example/');
  const plan = { sourceId, hostId, lastVisitAt: 1, failures: 0, plannedAt };
  await keepSchedule(tx, { ...plan, nextVisitAt: plannedAt });
  return { sourceId, plan };
}
