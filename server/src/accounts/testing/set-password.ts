// Sets an account's password directly, for tests that do not care who may do so and how they have proved it.
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
