import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeClock } from '../../test/fake-clock.ts';
import { isOnPostgres, temporaryStore } from '../../test/temporary-store.ts';
import { forgetDuties, layDownDuty, takeDuty, takeOver } from './duties.ts';
import { hostNamed, restHost, tryLease } from './sources/hosts.ts';
import { sql } from './sql.ts';

const MINUTE = 60_000;

test('a duty is held by one, who may keep it; it goes on to another when it ends or is laid down', async (t) => {
  const clock = fakeClock();
  const { store } = await temporaryStore(t, clock);
  const take = (holder: string) => store.write((tx) => takeDuty(tx, { name: 'sweep', holder }, MINUTE));
  assert.deepEqual([await take('a'), await take('b')], [true, false]);
  await clock.advance(MINUTE - 1);
  assert.deepEqual([await take('b'), await take('a')], [false, true], 'kept for another minute');
  await clock.advance(MINUTE - 1);
  assert.equal(await take('b'), false);
  await clock.advance(1);
  assert.deepEqual([await take('b'), await take('a')], [true, false]);
  await store.write((tx) => layDownDuty(tx, { name: 'sweep', holder: 'a' }));
  assert.equal(await take('a'), false, 'nobody lays down what another holds');
  await store.write((tx) => layDownDuty(tx, { name: 'sweep', holder: 'b' }));
  assert.equal(await take('a'), true);
});

test('many who ask at once get it once', async (t) => {
  const { store } = await temporaryStore(t, fakeClock());
  const holders = ['a', 'b', 'c', 'd', 'e', 'f'];
  const took = await Promise.all(
    holders.map((holder) => store.write((tx) => takeDuty(tx, { name: 'sweep', holder }, MINUTE))),
  );
  assert.equal(took.filter(Boolean).length, 1);
});

test('duties that have ended are forgotten, others are not', async (t) => {
  const clock = fakeClock();
  const { store } = await temporaryStore(t, clock);
  await store.write((tx) => takeDuty(tx, { name: 'old', holder: 'a' }, MINUTE));
  await clock.advance(MINUTE);
  await store.write((tx) => takeDuty(tx, { name: 'new', holder: 'a' }, MINUTE));
  await clock.advance(1);
  await store.write(forgetDuties);
  const names = await store.read((tx) => tx.all<{ name: string }>(sql`SELECT name FROM duties`));
  assert.deepEqual(
    names.map((row) => row.name),
    ['new'],
  );
});

test('a duty that was taken while the clock was ahead goes on to another once the clock is right', async (t) => {
  const clock = fakeClock();
  const { store } = await temporaryStore(t, clock);
  const take = (holder: string) => store.write((tx) => takeDuty(tx, { name: 'sweep', holder }, MINUTE));
  const right = clock.now();
  clock.set(right + 365 * 24 * 60 * MINUTE);
  assert.equal(await take('a'), true);
  clock.set(right);
  assert.deepEqual([await take('b'), await take('a')], [true, false]);
});

test('whoever starts on a file has what a killed service held there, after a pause that does for most sites', async (t) => {
  const clock = fakeClock();
  const { store } = await temporaryStore(t, clock);
  const hostId = await store.write((tx) => hostNamed(tx, 'site.example'));
  const lease = (token: string) => store.write((tx) => tryLease(tx, { hostId, token }, MINUTE));
  const take = (holder: string) => store.write((tx) => takeDuty(tx, { name: 'sweep', holder }, MINUTE));
  const held = { kind: 'busy', freeAt: undefined };
  assert.deepEqual([(await lease('a')).kind, await take('a')], ['leased', true]);
  assert.deepEqual([await lease('b'), await take('b')], [held, false]);
  await store.write(takeOver);
  const soon = { kind: 'busy', freeAt: clock.now() + 10_000 };
  assert.deepEqual([await lease('b'), await take('b')], isOnPostgres ? [held, false] : [soon, true]);
  // A service that is killed again and again must not keep its hosts for ever.
  await clock.advance(9_000);
  await store.write(takeOver);
  await clock.advance(1_000);
  assert.equal((await lease('b')).kind, isOnPostgres ? 'busy' : 'leased');
});

test('a host whose lease had run out before the start is free at once', async (t) => {
  const clock = fakeClock();
  const { store } = await temporaryStore(t, clock);
  const hostId = await store.write((tx) => hostNamed(tx, 'site.example'));
  const lease = (token: string) => store.write((tx) => tryLease(tx, { hostId, token }, MINUTE));
  assert.equal((await lease('a')).kind, 'leased');
  await clock.advance(MINUTE);
  await store.write(takeOver);
  assert.equal((await lease('b')).kind, 'leased');
});

test('a host that has its calls spread is left to the lease that a killed service had', async (t) => {
  const clock = fakeClock();
  const { store } = await temporaryStore(t, clock);
  const hostId = await store.write((tx) => hostNamed(tx, 'site.example'));
  const lease = (token: string) => store.write((tx) => tryLease(tx, { hostId, token }, MINUTE));
  await store.write((tx) => restHost(tx, hostId, { floorMs: 120 * MINUTE }));
  assert.equal((await lease('a')).kind, 'leased');
  await store.write(takeOver);
  await clock.advance(MINUTE - 1);
  assert.deepEqual(await lease('b'), { kind: 'busy', freeAt: undefined });
  await clock.advance(1);
  assert.equal((await lease('b')).kind, 'leased');
});
