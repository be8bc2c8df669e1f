import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeClock } from '../../test/fake-clock.ts';
import { temporaryStore } from '../../test/temporary-store.ts';
import { sql } from '../store/sql.ts';
import type { WriteTx } from '../store/store.ts';
import { countTurns } from '../store/testing/count-turns.ts';
import { someUser } from '../store/testing/rows.ts';
import { spiedStore } from '../store/testing/spied-store.ts';
import { forgetOldChanges } from './forget-changes.ts';
import { changesKeptMs, forgottenAtOnce } from './limits.ts';

/** Two full portions of users, and a few more. */
const USERS = 2 * forgottenAtOnce.users + 7;
/** Changes of one of them. */
const MANY = 2 * forgottenAtOnce.changes + 7;

test('old changes of very many users go in a few transactions, none of them long, and others have their turn', async (t) => {
  const clock = fakeClock();
  const { store, spied } = spiedStore((await temporaryStore(t, clock)).store);
  await store.write(fill);
  await clock.advance(changesKeptMs + 1);
  spied.transactions = 0;
  spied.mostChanged = 0;
  await forgetOldChanges({ store });
  const left = await store.read((tx) =>
    tx.get<{ rows: number; users: number }>(
      sql`SELECT count(*) AS rows, count(DISTINCT user_id) AS users FROM changes`,
    ),
  );
  // The last change of each user stays: cursors are checked against it.
  assert.deepEqual([Number(left?.rows), Number(left?.users)], [USERS, USERS]);
  assert.ok(spied.transactions <= USERS / 50, `${spied.transactions} transactions for ${USERS} users`);
  assert.ok(spied.mostChanged <= 2 * forgottenAtOnce.changes, `${spied.mostChanged} rows in one of them`);
  const { turns } = await countTurns(() => forgetOldChanges({ store }));
  assert.ok(turns >= USERS / forgottenAtOnce.users, `${turns} turns where nothing is left to do`);
});

async function fill(tx: WriteTx): Promise<void> {
  const first = await someUser(tx, 'ines');
  const numbers = (count: number) =>
    tx.dialect.numbers(Array.from({ length: count }, (_, index) => index + 1));
  await tx.run(sql`
    INSERT INTO users (id, name, name_key, password_hash, created_at)
    SELECT ${first} + value, 'user ' || value, 'user ' || value, 'none', 0 FROM (${numbers(USERS - 1)}) AS numbers`);
  await tx.run(sql`
    INSERT INTO change_counters (user_id, seq) SELECT id, 0 FROM users WHERE id > ${first}`);
  await tx.run(sql`
    INSERT INTO changes (user_id, seq, kind, ids, at)
    SELECT id, value, 'items.read', '[1]', CAST(${tx.now} AS BIGINT) FROM users CROSS JOIN (${numbers(3)}) AS numbers`);
  await tx.run(sql`
    INSERT INTO changes (user_id, seq, kind, ids, at)
    SELECT ${first}, value + 3, 'items.read', '[1]', CAST(${tx.now} AS BIGINT) FROM (${numbers(MANY)}) AS numbers`);
}
