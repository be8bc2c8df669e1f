// The first account: only who reads the console of the service may make it.
import { Refusal } from '../model/refusal.ts';
import { requireUserName, type User } from '../model/user.ts';
import { forgetFact, readFact, writeFact } from '../store/facts.ts';
import type { WriteTx } from '../store/store.ts';
import * as users from '../store/users.ts';
import type { AccountsOptions } from './options.ts';
import { hashPassword } from './passwords.ts';
import { hashOf, newSecret, sameText } from './secrets.ts';
import { type Credentials, insertUser } from './users.ts';

/** Kept hashed, under this name. */
const tokenFact = 'set-up-token';

type WithStore = Pick<AccountsOptions, 'store'>;

/** Whether there is no account yet. */
export async function isSetUpOpen({ store }: WithStore): Promise<boolean> {
  return !(await store.read((tx) => users.isAnybody(tx)));
}

/** A fresh token that allows to make the first account, to be shown on the console; undefined when there is an account. */
export function openSetUp({ store }: WithStore): Promise<string | undefined> {
  return store.write(async (tx) => {
    if (await users.isAnybody(tx)) return undefined;
    const token = newSecret('set-up');
    await writeFact(tx, tokenFact, hashOf(token));
    return token;
  });
}

/** Makes the first account. Of two that try at once, one does. */
export async function createFirstUser(
  { store }: WithStore,
  { token, name, password }: Credentials & { token: string },
): Promise<User> {
  // Before the slow hash as well as after it: a wrong token must cost nothing, and another may have come first.
  await store.write((tx) => refuseUnlessOpen(tx, token));
  requireUserName(name);
  const passwordHash = await hashPassword(password);
  return store.write(async (tx) => {
    await refuseUnlessOpen(tx, token);
    // Others may be as far as this: the token is the lock.
    if (!(await forgetFact(tx, tokenFact))) throw taken();
    return insertUser(tx, { name, passwordHash, isAdmin: true });
  });
}

async function refuseUnlessOpen(tx: WriteTx, token: string): Promise<void> {
  if (await users.isAnybody(tx)) throw taken();
  const expected = await readFact(tx, tokenFact);
  if (expected === undefined || !sameText(hashOf(token.trim()), expected))
    throw new Refusal('forbidden', 'Cannot set up: this is not the set-up code of the console', {
      reason: 'set-up-code-wrong',
    });
}

function taken(): Refusal {
  return new Refusal('conflict', 'Cannot set up: there is an account already', { reason: 'set-up-over' });
}
