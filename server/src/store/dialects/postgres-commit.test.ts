import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyDatabase, isOnPostgres } from '../../../test/temporary-store.ts';
import { systemClock } from '../../clock.ts';
import { connectStore } from '../open.ts';
import { sql } from '../sql.ts';

const onPostgres = { skip: isOnPostgres ? false : 'a file tells nobody' };

test(
  'what cannot be told to the other nodes is not kept, though its commit was sent along',
  onPostgres,
  async (t) => {
    const changed: number[] = [];
    const store = await connectStore(await emptyDatabase(), systemClock, {
      changed: (userIds) => changed.push(...userIds),
    });
    t.after(() => store.close());
    await store.write((tx) => tx.run(sql`CREATE TABLE notes (text TEXT)`));
    const write = store.write(async (tx) => {
      await tx.run(sql`INSERT INTO notes (text) VALUES ('lost')`);
      // The channel is named after the schema, and this name makes it too long.
      const name = 'x'.repeat(63);
      await tx.run({ text: `CREATE SCHEMA ${name}`, values: [] });
      await tx.run({ text: `SET LOCAL search_path = ${name}`, values: [] });
      tx.tellChanged(7);
    });
    await assert.rejects(write, /channel name too long/);
    assert.deepEqual(await store.read((tx) => tx.all(sql`SELECT text FROM notes`)), []);
    assert.deepEqual(changed, []);
    await store.write(async (tx) => {
      await tx.run(sql`INSERT INTO notes (text) VALUES ('kept')`);
      tx.tellChanged(7);
    });
    assert.deepEqual(await store.read((tx) => tx.all(sql`SELECT text FROM notes`)), [{ text: 'kept' }]);
    assert.deepEqual(changed, [7]);
  },
);
