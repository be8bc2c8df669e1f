// As if ten minutes had passed since somebody has shown who they are.
import { systemClock } from '../../src/clock.ts';
import { openStore } from '../../src/store/open.ts';
import { sql } from '../../src/store/sql.ts';
import type { Environment } from '../environment.ts';

export async function forgetConfirmations(
  { COURANT_DATABASE: database = '' }: Environment,
  name: string,
): Promise<void> {
  const store = await openStore(database, systemClock);
  const owner = sql`SELECT id FROM users WHERE name = ${name}`;
  await store.write((tx) => tx.run(sql`UPDATE sessions SET confirmed_at = 0 WHERE user_id IN (${owner})`));
  await store.close();
}
