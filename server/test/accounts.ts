// Accounts for tests that are not about passwords: their hashes take no time to make or to compare.
import { hash } from '@node-rs/argon2';
import { type Credentials, insertUser } from '../src/accounts/users.ts';
import { systemClock } from '../src/clock.ts';
import type { User } from '../src/model/user.ts';
import { openStore } from '../src/store/open.ts';
import type { Store } from '../src/store/store.ts';
import type { Environment } from './environment.ts';

/** The least that argon2 allows. A hash contains its cost, so comparing is just as cheap. */
const LEAST_COST = { memoryCost: 8, timeCost: 1, parallelism: 1 };

/** The password of those whom tests sign in by their name alone. */
export function passwordOf(name: string): string {
  return `${name} has a long password`;
}

/** Makes an account as the house does; the first one is an administrator. */
export async function addUser(
  { store }: { store: Store },
  { name, password, isAdmin = false }: Credentials & { isAdmin?: boolean },
): Promise<User> {
  const passwordHash = await hash(password, LEAST_COST);
  return store.write((tx) => insertUser(tx, { name, passwordHash, isAdmin }));
}

/** Makes accounts in the database of an instance, before the program that serves it starts or while it runs. */
export async function addUsers(
  environment: Environment,
  ...all: readonly (Credentials & { isAdmin?: boolean })[]
): Promise<void> {
  const store = await openStore(environment.COURANT_DATABASE ?? '', systemClock);
  for (const each of all) await addUser({ store }, each);
  await store.close();
}
