// The first account: only a person who can read the console of the service may create it.
import { Refusal } from '../model/refusal.ts';
import { requireUserName, type User } from '../model/user.ts';
import * as users from '../store/accounts/users.ts';
import { changeFact, forgetFact, readFact, SET_UP } from '../store/facts.ts';
import type { WriteTx } from '../store/store.ts';
import { mostSetUpTokens } from './limits.ts';
import type { AccountsOptions } from './options.ts';
import { hashPassword } from './passwords.ts';
import { hashOf, newSecret, sameText } from './secrets.ts';
import { type Credentials, insertUser } from './users.ts';

type WithStore = Pick<AccountsOptions, 'store'>;

/** Whether there is no account yet. */
export async function isSetUpOpen({ store }: WithStore): Promise<boolean> {
  return !(await store.read((tx) => users.isAnybody(tx)));
}

/**
 * Makes a new token that allows creating the first account, to be shown on the console; undefined when there is an account already. Tokens
 * shown by other nodes, or by this one before a restart, stay valid: nobody can tell which of them somebody has copied.
 */
export function openSetUp({ store }: WithStore): Promise<string | undefined> {
  return store.write(async (tx) => {
    if (await users.isAnybody(tx)) {
      await forgetFact(tx, SET_UP);
      return undefined;
    }
    const token = newSecret('set-up');
    await changeFact(tx, SET_UP, (hashes = '') =>
      [...hashesIn(hashes), hashOf(token)].slice(-mostSetUpTokens).join(' '),
    );
    return token;
  });
}

/** Separated by blanks, newest last. */
function hashesIn(fact: string): string[] {
  return fact.split(' ').filter((hash) => hash !== '');
}

/** Creates the first account. Of two requests at once, one succeeds. */
export async function createFirstUser(
  { store, audit }: Pick<AccountsOptions, 'store' | 'audit'>,
  { token, name, password }: Credentials & { token: string },
): Promise<User> {
  // Checked before the slow hash as well as after it: a wrong token must not cost us a hash, and another request may be first meanwhile.
  await store.write((tx) => refuseUnlessOpen(tx, token));
  requireUserName(name);
  const passwordHash = await hashPassword(password);
  const user = await store.write(async (tx) => {
    await refuseUnlessOpen(tx, token);
    // Several requests may get this far: forgetting the fact is the lock. A node that has just started may have written it again.
    if (!(await forgetFact(tx, SET_UP)) || (await users.isAnybody(tx))) throw taken();
    return insertUser(tx, { name, passwordHash, isAdmin: true });
  });
  audit?.('user created', { userId: user.id, how: 'set-up' });
  return user;
}

async function refuseUnlessOpen(tx: WriteTx, token: string): Promise<void> {
  if (await users.isAnybody(tx)) throw taken();
  const hash = hashOf(token.trim());
  if (!hashesIn((await readFact(tx, SET_UP)) ?? '').some((each) => sameText(hash, each)))
    throw new Refusal('forbidden', 'Cannot set up: this is not the set-up code of the console', {
      reason: 'set-up-code-wrong',
    });
}

function taken(): Refusal {
  return new Refusal('conflict', 'Cannot set up: there is an account already', { reason: 'set-up-over' });
}
