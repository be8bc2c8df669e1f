// Another password for an account, by whoever may give it one: how they have shown that is no matter of the test.
import type { AccountsOptions } from '../options.ts';
import { hashPassword } from '../passwords.ts';
import { replacePassword } from '../users.ts';

export async function setPassword(
  { store }: Pick<AccountsOptions, 'store'>,
  userId: number,
  password: string,
): Promise<void> {
  const passwordHash = await hashPassword(password);
  await store.write((tx) => replacePassword(tx, userId, passwordHash));
}
