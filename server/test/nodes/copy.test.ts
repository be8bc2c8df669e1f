// An instance moves from its file to PostgreSQL and back, by the command that operators type, killed on the way: it is the same again.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { systemClock } from '../../src/clock.ts';
import { named } from '../../src/store/copy/rows.ts';
import { ownBooks, tablesOf } from '../../src/store/copy/tables.ts';
import { addFeedsToGroup, insertGroup } from '../../src/store/groups.ts';
import { openStore } from '../../src/store/open.ts';
import { sql } from '../../src/store/sql.ts';
import { someFeed, someUser } from '../../src/store/testing/rows.ts';
import { typeCommand } from '../process.ts';
import { temporaryFile } from '../temporary-sqlite.ts';
import { isOnPostgres, temporaryDatabase } from '../temporary-store.ts';

const program = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const ITEMS = 1_000;

test('an instance moves from a file to PostgreSQL and back, and nothing of it has changed', {
  skip: !isOnPostgres,
  timeout: 240_000,
}, async (t) => {
  const file = temporaryFile();
  const store = await openStore(file, systemClock);
  await store.write(async (tx) => {
    const userId = await someUser(tx, 'ines');
    const { id, sourceId } = await someFeed(tx, userId, {
      url: 'https://one.example/新聞?a=\u{1F5DE}',
      count: ITEMS,
    });
    const group = await insertGroup(tx, userId, 'Nachrichten');
    assert.ok(group);
    await addFeedsToGroup(tx, group, [id]);
    const body = Uint8Array.from({ length: 500 }, (_, index) => index % 256);
    await tx.run(
      sql`INSERT INTO source_bodies (source_id, body, url) VALUES (${sourceId}, ${body}, 'https://one.example/feed')`,
    );
  });
  await store.close();
  const there = await temporaryDatabase(t);
  const back = temporaryFile();

  await killedOnTheWay(file, there);
  for (const [from, to] of [
    [file, there],
    [there, back],
  ] as const) {
    const copied = await typeCommand({ PATH: process.env.PATH ?? '' }, [
      'database',
      'copy',
      '--from',
      from,
      '--to',
      to,
    ]);
    assert.equal(copied.code, 0, copied.err);
  }
  const before = await contentsOf(file);
  assert.equal(before.get('items')?.length, ITEMS);
  assert.deepEqual(await contentsOf(there), before);
  assert.deepEqual(await contentsOf(back), before);
});

/** The copy is killed when it first says how far it has come. */
async function killedOnTheWay(from: string, to: string): Promise<void> {
  const child = spawn(process.execPath, [program, 'database', 'copy', '--from', from, '--to', to], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close');
  await Promise.race([once(child.stdout, 'data'), once(child.stderr, 'data')]);
  child.kill('SIGKILL');
  assert.deepEqual(await ended, [null, 'SIGKILL'], 'it was under way');
  await assert.rejects(openStore(to, systemClock), /a copy into it has not ended/);
}

/** Every row of every table but facts, which tell what is left to do in each database. */
async function contentsOf(address: string): Promise<Map<string, string[]>> {
  const store = await openStore(address, systemClock);
  try {
    return await store.read(async (tx) => {
      const all = new Map<string, string[]>();
      for (const { name } of await tablesOf(tx)) {
        if (ownBooks.has(name)) continue;
        const rows = await tx.all<Record<string, unknown>>(sql`SELECT * FROM ${named(name)}`);
        all.set(name, rows.map(textOf).sort());
      }
      return all;
    });
  } finally {
    await store.close();
  }
}

function textOf(row: Record<string, unknown>): string {
  const entries = Object.entries(row).map(([name, value]) => [
    name,
    value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value,
  ]);
  return JSON.stringify(entries.sort());
}
