import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type FakeClock, fakeClock } from '../../../test/fake-clock.ts';
import { temporaryStore } from '../../../test/temporary-store.ts';
import type { Store } from '../store.ts';
import { someUser } from '../testing/rows.ts';
import { insertApp } from './apps.ts';
import { deleteCodesExpiredBefore, grantOfCode, insertCode, useCode } from './codes.ts';
import {
  connectedApps,
  findGrant,
  insertGrant,
  lockGrant,
  markStandard,
  neverEndGrant,
  revokeGrant,
  revokeGrantOf,
  revokeGrantsOf,
  touchGrant,
} from './grants.ts';
import { insertAccessToken, insertRefreshToken } from './tokens.ts';

const END_MS = 3_600_000;
const all = ['a', 'b', 'c', 'd'];

test('of several grants each is found, used and ended by itself', async (t) => {
  const { store, ines, otto } = await fourGrants(t);
  const found = await store.write(async (tx) => [
    ...(await Promise.all(all.map((id) => findGrant(tx, id)))),
    ...(await Promise.all(all.map((id) => lockGrant(tx, id)))),
  ]);
  assert.deepEqual(
    found.map((grant) => [grant?.id, grant?.userId]),
    [...all, ...all].map((id) => [id, id === 'd' ? otto : ines]),
  );
  await store.write((tx) => markStandard(tx, 'b'));
  await store.write((tx) => neverEndGrant(tx, 'c'));
  const now = await store.read((tx) => Promise.all(all.map((id) => findGrant(tx, id))));
  assert.deepEqual(
    now.map((grant) => [grant?.speaksStandard, grant?.expiresAt === undefined]),
    [
      [false, false],
      [true, false],
      [false, true],
      [false, false],
    ],
  );
  await store.write((tx) => revokeGrant(tx, 'b', 'removed-by-user'));
  assert.deepEqual(await alive(store), ['a', 'c', 'd']);
  assert.equal(await store.read((tx) => findGrant(tx, 'b')), undefined);
  assert.equal(await store.write((tx) => lockGrant(tx, 'b')), undefined);
});

test('a grant that has ended is found by nobody', async (t) => {
  const { store, clock } = await fourGrants(t);
  await store.write((tx) => neverEndGrant(tx, 'c'));
  await clock.advance(END_MS - 1);
  assert.deepEqual(await alive(store), all);
  await clock.advance(1);
  assert.deepEqual(await alive(store), ['c']);
  assert.equal(await store.read((tx) => findGrant(tx, 'a')), undefined);
  assert.equal(await store.write((tx) => lockGrant(tx, 'a')), undefined);
});

test('only the user of a grant ends it, and once', async (t) => {
  const { store, ines, otto } = await fourGrants(t);
  const end = (userId: number, id: string) =>
    store.write((tx) => revokeGrantOf(tx, userId, { id, reason: 'removed-by-user' }));
  assert.deepEqual([await end(otto, 'a'), await end(ines, 'a'), await end(ines, 'a')], [false, true, false]);
  assert.deepEqual(await alive(store), ['b', 'c', 'd']);
  await store.write((tx) => revokeGrantsOf(tx, ines, 'removed-by-user'));
  assert.deepEqual(await alive(store), ['d']);
});

test('a user sees which apps have come by living grants, the newest first', async (t) => {
  const { store, clock, ines, otto } = await fourGrants(t);
  const seen = (userId: number) =>
    store.read(async (tx) => (await connectedApps(tx, userId)).map(({ grantId }) => grantId));
  assert.deepEqual(await seen(ines), []);
  for (const id of ['a', 'b', 'd']) await store.write((tx) => touchGrant(tx, id));
  assert.deepEqual([await seen(ines), await seen(otto)], [['b', 'a'], ['d']]);
  await store.write((tx) => revokeGrant(tx, 'b', 'removed-by-user'));
  assert.deepEqual(await seen(ines), ['a']);
  await clock.advance(END_MS);
  assert.deepEqual([await seen(ines), await seen(otto)], [[], []]);
});

test('a code is taken once, and takes no other with it', async (t) => {
  const { store, clock } = await fourGrants(t);
  const take = (id: string) => store.write(async (tx) => (await useCode(tx, `code of ${id}`))?.grantId);
  assert.deepEqual([await take('b'), await take('b'), await take('a')], ['b', undefined, 'a']);
  assert.equal(await store.read((tx) => grantOfCode(tx, 'code of b')), 'b');
  await clock.advance(60_000 - 1);
  assert.equal(await store.write((tx) => deleteCodesExpiredBefore(tx, tx.now, 100)), 0);
  await clock.advance(1);
  assert.equal(await store.write((tx) => deleteCodesExpiredBefore(tx, tx.now, 100)), all.length);
  // Nobody can come back by them.
  assert.deepEqual(await alive(store), []);
});

test('a grant goes with its last code or token, and not before', async (t) => {
  const { store, clock } = await fourGrants(t);
  await clock.advance(60_001);
  await store.write(async (tx) => {
    const expiresAt = tx.now + END_MS;
    await insertCode(tx, 'another', {
      appId: 'app',
      redirectUri: '',
      challenge: undefined,
      expiresAt,
      grantId: 'a',
    });
    await insertAccessToken(tx, 'access', { grantId: 'b', expiresAt });
    await insertRefreshToken(tx, 'refresh', { grantId: 'c', familyHash: 'family', expiresAt });
    await deleteCodesExpiredBefore(tx, tx.now, 100);
  });
  assert.deepEqual(await alive(store), ['a', 'b', 'c']);
});

function alive(store: Store): Promise<string[]> {
  return store.read(async (tx) => {
    const living: string[] = [];
    for (const id of all) if (await findGrant(tx, id)) living.push(id);
    return living;
  });
}

/** Three grants of ines and one of otto, each with a code, and each a second newer than the one before. */
async function fourGrants(
  t: TestContext,
): Promise<{ store: Store; clock: FakeClock; ines: number; otto: number }> {
  const clock = fakeClock();
  const { store } = await temporaryStore(t, clock);
  const [ines = 0, otto = 0] = await store.write(async (tx) => [
    await someUser(tx, 'ines'),
    await someUser(tx, 'otto'),
  ]);
  const redirectUri = 'https://app.example/back';
  const appId = 'app';
  const app = { id: appId, secretHash: undefined, registeredByJson: false, name: 'App', website: undefined };
  await store.write((tx) => insertApp(tx, { ...app, redirectUris: [redirectUri] }));
  const expiresAt = clock.now() + (all.length - 1) * 1_000 + END_MS;
  for (const id of all) {
    if (id !== 'a') await clock.advance(1_000);
    const userId = id === 'd' ? otto : ines;
    await store.write((tx) =>
      insertGrant(tx, { id, appId, userId, scope: ['read'], redirectUri, expiresAt }),
    );
  }
  const code = { appId, redirectUri, challenge: undefined, expiresAt: clock.now() + 60_000 };
  await store.write(async (tx) => {
    for (const id of all) await insertCode(tx, `code of ${id}`, { ...code, grantId: id });
  });
  return { store, clock, ines, otto };
}
