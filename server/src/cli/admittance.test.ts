import assert from 'node:assert/strict';
import { test } from 'node:test';
import { temporaryStore } from '../../test/temporary-store.ts';
import { openInvitation } from '../accounts/invitations.ts';
import { systemClock } from '../clock.ts';
import { listAccounts } from '../store/accounts/users.ts';
import { someUser } from '../store/testing/rows.ts';
import { typed } from './testing/typed.ts';

test('links are printed, which lead to a new account and to a new password', async (t) => {
  const { store, address } = await temporaryStore(t, systemClock);
  const ines = await store.write((tx) => someUser(tx, 'ines'));
  const environment = { COURANT_DATABASE: address, COURANT_PUBLIC_URL: 'https://news.example' };
  const offered = async (words: string[]): Promise<number | undefined> => {
    const { code, out, err } = await typed(words, environment);
    assert.deepEqual([code, err], [0, '']);
    const [, token = ''] = /^https:\/\/news\.example\/invitation\?token=(\S+)\n$/.exec(out) ?? [];
    return (await openInvitation({ store }, token)).user?.id;
  };
  assert.equal(await offered(['user', 'invite', 'For the neighbour']), undefined);
  assert.equal(await offered(['user', 'reset', 'Ines']), ines);
});

test('an account is disabled and enabled by its name', async (t) => {
  const { store, address } = await temporaryStore(t, systemClock);
  await store.write((tx) => someUser(tx, 'otto'));
  const environment = { COURANT_DATABASE: address };
  const isDisabled = async () =>
    (await store.read((tx) => listAccounts(tx, { after: 0, named: '', limit: 9 })))[0]?.disabledAt !==
    undefined;
  assert.equal((await typed(['user', 'disable', 'otto'], environment)).out, 'Disabled user otto\n');
  assert.equal(await isDisabled(), true);
  assert.match((await typed(['user', 'list'], environment)).out, /\totto\t[^\t]+\t(admin, )?disabled\n$/);
  assert.equal((await typed(['user', 'enable', 'otto'], environment)).out, 'Enabled user otto\n');
  assert.equal(await isDisabled(), false);
  assert.doesNotMatch((await typed(['user', 'list'], environment)).out, /disabled/);
  const { code, err } = await typed(['user', 'disable', 'nobody'], environment);
  assert.deepEqual([code, err], [1, 'Cannot disable user: there is no user nobody\n']);
});
