// Administrators acting on each other's accounts: at least one must always be left.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { isOnPostgres } from '../../test/temporary-store.ts';
import type { User } from '../model/user.ts';
import { insertPasskey } from '../store/accounts/passkeys.ts';
import { beginTotp, confirmTotp } from '../store/accounts/second-factors.ts';
import { deleteUser, listUsers } from '../store/accounts/users.ts';
import type { WriteTx } from '../store/store.ts';
import { someFeed } from '../store/testing/rows.ts';
import {
  type Act,
  demoteUser,
  disableUser,
  enableUser,
  listAccounts,
  promoteUser,
  refuseDeletion,
} from './administration.ts';
import type { AuditEvent } from './audit.ts';
import { acceptInvitation, listInvitations, makeInvitation } from './invitations.ts';
import type { AccountsOptions } from './options.ts';
import { startSession } from './sessions.ts';
import { beforeWrite, isWaitedFor, untilWaitedFor } from './testing/meanwhile.ts';
import { openTestAccounts, type TestAccounts } from './testing/open-test-accounts.ts';
import { refuses } from './testing/refuses.ts';
import { setPassword } from './testing/set-password.ts';
import { insertUser } from './users.ts';

type Removal = (options: Pick<AccountsOptions, 'store'>, act: Act) => Promise<void>;

const onlyOnPostgres = { skip: isOnPostgres ? false : 'one writer at a time' };

const removals: Record<string, Removal> = {
  disable: disableUser,
  demote: demoteUser,
  delete: ({ store }, act) =>
    store.write(async (tx) => {
      await refuseDeletion(tx, act);
      await deleteUser(tx, act.userId);
    }),
};

for (const [what, remove] of Object.entries(removals)) {
  test(`whoever is no administrator any more can ${what} nobody`, async (t) => {
    const { accounts, one, two, three } = await someAdmins(t);
    await disableUser(accounts, { userId: one.id, byUserId: two.id });
    await assert.rejects(remove(accounts, { userId: three.id, byUserId: one.id }), refuses('forbidden'));
    await assert.rejects(remove(accounts, { userId: two.id, byUserId: one.id }), refuses('forbidden'));
    assert.equal(await adminsLeft(accounts), 1);
  });

  for (const [how, other] of Object.entries(removals)) {
    const name = `of two administrators who ${what} and ${how} each other at once, one stays`;
    test(name, onlyOnPostgres, async (t) => {
      const { accounts, one, two } = await someAdmins(t);
      const held = untilWaitedFor(accounts.store, 1, () =>
        other(accounts, { userId: one.id, byUserId: two.id }),
      );
      await remove({ store: held.store }, { userId: two.id, byUserId: one.id });
      await assert.rejects(held.begun, refuses('forbidden'));
      assert.equal(await adminsLeft(accounts), 1);
    });
  }
}

test('the last administrator stays, whoever asks', async (t) => {
  const { accounts, one, two } = await someAdmins(t);
  await disableUser(accounts, { userId: one.id, byUserId: undefined });
  await assert.rejects(disableUser(accounts, { userId: two.id, byUserId: undefined }), refuses('cannot'));
  for (const byUserId of [two.id, undefined])
    await assert.rejects(demoteUser(accounts, { userId: two.id, byUserId }), refuses('cannot'));
  assert.equal(
    (await listAccounts(accounts, { name: '', limit: 9 })).filter((each) => each.isAdmin).length,
    2,
  );
});

test('whoever is promoted administers, and whoever is demoted does so no more, and both are told to the log', async (t) => {
  const { accounts: silent, one, two, three } = await someAdmins(t);
  const heard: [AuditEvent, object][] = [];
  const accounts = { ...silent, audit: (...event: [AuditEvent, object]) => heard.push(event) };
  const act = { userId: three.id, byUserId: one.id };
  await promoteUser(accounts, act);
  await promoteUser(accounts, act);
  await demoteUser(accounts, { userId: one.id, byUserId: three.id });
  assert.equal(await adminsLeft(silent), 2);
  for (const doIt of [promoteUser, enableUser, demoteUser])
    await assert.rejects(doIt(accounts, { userId: two.id, byUserId: one.id }), refuses('forbidden'));
  for (const doIt of [promoteUser, demoteUser])
    await assert.rejects(doIt(accounts, { userId: 999, byUserId: three.id }), refuses('not-found'));
  assert.deepEqual(heard, [
    ['user promoted', act],
    ['user promoted', act],
    ['user demoted', { userId: one.id, byUserId: three.id }],
  ]);
});

test('each account is listed with what is its own, and with when it was last seen anywhere', async (t) => {
  const accounts = await openTestAccounts(t);
  const { store, clock } = accounts;
  const [ines, otto] = await store.write(async (tx) => [
    await insertUser(tx, { name: 'Ines', passwordHash: '', isAdmin: true }),
    await insertUser(tx, { name: 'Otto', passwordHash: '', isAdmin: false }),
  ]);
  await store.write(async (tx) => {
    await beginTotp(tx, otto.id, 'not confirmed');
    await beginTotp(tx, ines.id, 'confirmed');
    await confirmTotp(tx, ines.id);
    const key = { publicKey: new Uint8Array([1]), counter: 0 };
    await insertPasskey(tx, { id: 'key', userId: ines.id, name: 'Key', ...key });
    await someFeed(tx, ines.id, { url: 'https://a.example/feed', count: 1 });
  });
  await startSession(accounts, ines);
  await clock.advance(1_000);
  await startSession(accounts, ines);
  const listed = await listAccounts(accounts, { name: '', limit: 9 });
  assert.deepEqual(
    listed.map(({ seenAt, feedCount, usesCodes, passkeyCount }) => [
      seenAt,
      feedCount,
      usesCodes,
      passkeyCount,
    ]),
    [
      [clock.now(), 1, true, 1],
      [undefined, 0, false, 0],
    ],
  );
});

test('an administrator who has had enough demotes themselves, and of two at once one stays', async (t) => {
  const { accounts, one, two } = await someAdmins(t);
  const demote = ({ id }: User) => demoteUser(accounts, { userId: id, byUserId: id });
  const both = await Promise.allSettled([demote(one), demote(two)]);
  assert.deepEqual(both.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
  assert.equal(await adminsLeft(accounts), 1);
});

test('nobody becomes the last administrator while they are being removed', onlyOnPostgres, async (t) => {
  const { accounts, one, two, three } = await someAdmins(t);
  await demoteUser(accounts, { userId: two.id, byUserId: one.id });
  const replace = async (): Promise<void> => {
    await promoteUser(accounts, { userId: three.id, byUserId: one.id });
    await demoteUser(accounts, { userId: one.id, byUserId: one.id });
  };
  const replaced = await accounts.store.write(async (tx) => {
    await refuseDeletion(tx, { userId: three.id, byUserId: one.id });
    let isDone = false;
    const replacing = replace().finally(() => {
      isDone = true;
    });
    replacing.catch(() => {});
    while (!isDone && !(await isWaitedFor(tx)));
    await deleteUser(tx, three.id);
    return { replacing };
  });
  await assert.rejects(replaced.replacing, refuses('not-found'));
  assert.equal(await adminsLeft(accounts), 1);
});

test('an administrator who is demoted meanwhile has made no link', async (t) => {
  const { accounts, one, two } = await someAdmins(t);
  const session = await startSession(accounts, one);
  const make = (options: AccountsOptions) => makeInvitation(options, { note: '', byUserId: one.id, session });
  const demote = () => demoteUser(accounts, { userId: one.id, byUserId: two.id });
  const cut = beforeWrite(accounts.store, 1, demote);
  await assert.rejects(make({ ...accounts, store: cut.store }), refuses('forbidden'));
  assert.deepEqual(await listInvitations(accounts), []);
});

test('a link that is just being made ends with its administrator', onlyOnPostgres, async (t) => {
  const { accounts, one, two } = await someAdmins(t);
  const session = await startSession(accounts, one);
  const demote = () => demoteUser(accounts, { userId: one.id, byUserId: two.id });
  const held = untilWaitedFor(accounts.store, 1, demote);
  await makeInvitation({ ...accounts, store: held.store }, { note: '', byUserId: one.id, session });
  await held.begun;
  assert.deepEqual(await listInvitations(accounts), []);
});

const ends: Record<string, Removal> = {
  ...removals,
  'give another password to': ({ store }, { userId }) => setPassword({ store }, userId, 'of the owner'),
};

for (const [what, end] of Object.entries(ends)) {
  test(`to ${what} an administrator ends the links that they have made, and no others`, async (t) => {
    const { accounts, one, two, three } = await someAdmins(t);
    const links = [
      await makeInvitation(accounts, { note: '', userId: two.id, byUserId: one.id }),
      await makeInvitation(accounts, { note: '', byUserId: one.id }),
    ];
    const kept = await makeInvitation(accounts, { note: '', userId: three.id, byUserId: two.id });
    await end(accounts, { userId: one.id, byUserId: two.id });
    for (const { link } of links) {
      const token = new URL(link).searchParams.get('token') ?? '';
      const accept = acceptInvitation(accounts, { token, name: 'Four', password: 'of a thief' });
      await assert.rejects(accept, refuses('gone'));
    }
    const left = await listInvitations(accounts);
    assert.deepEqual(
      left.map(({ id }) => id),
      [kept.invitation.id],
    );
  });
}

/** Two administrators and one ordinary user. */
async function someAdmins(
  t: TestContext,
): Promise<{ accounts: TestAccounts; one: User; two: User; three: User }> {
  const accounts = await openTestAccounts(t);
  const add = (name: string, isAdmin: boolean) => (tx: WriteTx) =>
    insertUser(tx, { name, passwordHash: 'never compared', isAdmin });
  return {
    accounts,
    one: await accounts.store.write(add('one', true)),
    two: await accounts.store.write(add('two', true)),
    three: await accounts.store.write(add('three', false)),
  };
}

async function adminsLeft({ store }: TestAccounts): Promise<number> {
  const disabled = new Set(
    (await listAccounts({ store }, { name: '', limit: 9 }))
      .filter((each) => each.disabledAt !== undefined)
      .map(({ id }) => id),
  );
  const all = await store.read(listUsers);
  return all.filter(({ id, isAdmin }) => isAdmin && !disabled.has(id)).length;
}
