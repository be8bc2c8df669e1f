import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeClock } from '../../../test/fake-clock.ts';
import { temporaryStore } from '../../../test/temporary-store.ts';
import { sql } from '../sql.ts';
import type { WriteTx } from '../store.ts';
import { someSource } from '../testing/rows.ts';
import { hostNamed, nextReadyAt } from './hosts.ts';
import {
  deleteHub,
  dueHub,
  findHub,
  findHubAt,
  hubsOf,
  hurryHubs,
  insertHub,
  noteAsked,
  notePush,
  noteRefused,
  noteTrust,
  updateHub,
} from './hubs.ts';

async function someHub(tx: WriteTx, callback = 'abc') {
  const sourceId = await someSource(tx, `https://${callback}.example/feed`);
  const hostId = await hostNamed(tx, 'hub.example');
  const url = 'https://hub.example/';
  const topic = `https://${callback}.example/self`;
  await insertHub(tx, { sourceId, hostId, url, topic, callback, secret: 's', dueAt: tx.now + 5_000 });
  const hub = await findHubAt(tx, callback);
  assert.ok(hub);
  return hub;
}

test('a hub is found by its callback, makes its host due, and keeps what is written of it', async (t) => {
  const clock = fakeClock(1_000_000);
  const { store } = await temporaryStore(t, clock);
  const hub = await store.write((tx) => someHub(tx));
  assert.equal(await store.read(nextReadyAt), 1_005_000);
  assert.equal(await store.read((tx) => dueHub(tx, hub.hostId)), undefined);
  await clock.advance(5_000);
  assert.equal((await store.read((tx) => dueHub(tx, hub.hostId)))?.id, hub.id);
  const changed = {
    ...hub,
    state: 'active',
    asked: 'subscribe',
    dueAt: 2_000_000,
    failures: 3,
    leasedUntil: 3_000_000,
    pushedAt: 4,
    pingedAt: 5,
    trustedSince: 6,
  } as const;
  await store.write((tx) => updateHub(tx, changed));
  assert.deepEqual(await store.read((tx) => findHub(tx, hub.id)), changed);
  assert.equal(await store.read(nextReadyAt), 2_000_000);
  await store.write((tx) => deleteHub(tx, hub));
  assert.equal(await store.read(nextReadyAt), undefined);
  assert.equal(await store.read((tx) => findHubAt(tx, 'abc')), undefined);
});

test('of a source that is not wanted any more each hub is due, but those that know it already', async (t) => {
  const { store } = await temporaryStore(t, fakeClock(1_000_000));
  await store.write(async (tx) => {
    const hub = await someHub(tx);
    await updateHub(tx, { ...hub, state: 'active', dueAt: 9_000_000 });
    await hurryHubs(tx, hub.sourceId ?? 0);
    assert.equal((await findHub(tx, hub.id))?.dueAt, tx.now);
    await updateHub(tx, { ...hub, asked: 'unsubscribe', dueAt: 9_000_000 });
    await hurryHubs(tx, hub.sourceId ?? 0);
    assert.equal((await findHub(tx, hub.id))?.dueAt, 9_000_000);
    await updateHub(tx, { ...hub, state: 'ended' });
    assert.deepEqual(await hubsOf(tx, hub.sourceId ?? 0), []);
  });
});

test('of the hubs at a host the one that has been due longest has its turn, and none at another host', async (t) => {
  const { store } = await temporaryStore(t, fakeClock(1_000_000));
  await store.write(async (tx) => {
    const [later, sooner] = [await someHub(tx, 'abc'), await someHub(tx, 'def')];
    await updateHub(tx, { ...later, dueAt: 800_000 });
    await updateHub(tx, { ...sooner, dueAt: 700_000 });
    assert.equal((await dueHub(tx, sooner.hostId))?.id, sooner.id);
    assert.equal(await dueHub(tx, await hostNamed(tx, 'other.example')), undefined);
  });
});

test('what is noted of a hub is noted of no other, and no trust of one that has denied us', async (t) => {
  const { store } = await temporaryStore(t, fakeClock(1_000_000));
  await store.write(async (tx) => {
    const [hub, other] = [await someHub(tx, 'abc'), await someHub(tx, 'def')];
    await updateHub(tx, { ...hub, asked: 'subscribe' });
    await updateHub(tx, { ...other, asked: 'subscribe' });
    const before = await findHub(tx, other.id);
    await noteAsked(tx, hub, { mode: 'subscribe', failures: 2, dueAt: 1_500_000 });
    await noteRefused(tx, hub, { isStillAsked: false, notBefore: 1_800_000 });
    await noteTrust(tx, hub, 900_000);
    await notePush(tx, hub.id, { isPing: true });
    assert.deepEqual(await findHub(tx, other.id), before);
    const noted = { failures: 2, dueAt: 1_800_000, asked: undefined, trustedSince: 900_000 };
    const pushed = { pushedAt: tx.now, pingedAt: tx.now };
    assert.deepEqual(await findHub(tx, hub.id), { ...hub, ...noted, ...pushed });
    await updateHub(tx, { ...hub, state: 'denied' });
    await noteTrust(tx, hub, 900_000);
    await notePush(tx, hub.id, { bringsNews: true });
    assert.equal((await findHub(tx, hub.id))?.trustedSince, undefined);
    await deleteHub(tx, hub);
    assert.deepEqual(await findHub(tx, other.id), before);
  });
});

test('a hub outlives its source, so that it can be told', async (t) => {
  const { store } = await temporaryStore(t, fakeClock());
  await store.write(async (tx) => {
    const hub = await someHub(tx);
    await tx.run(sql`DELETE FROM sources WHERE id = ${hub.sourceId ?? 0}`);
    assert.deepEqual(await findHub(tx, hub.id), { ...hub, sourceId: undefined });
  });
});
