// An instance moves from its file to PostgreSQL and back, with the operator's command, killed on the way: it ends up the same.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { systemClock } from '../../src/clock.ts';
import { named } from '../../src/store/copy/rows.ts';
import { ownBooks, tablesOf } from '../../src/store/copy/tables.ts';
import { addFeedsToGroup, insertGroup } from '../../src/store/feeds/groups.ts';
import { openStore } from '../../src/store/open.ts';
import { sql } from '../../src/store/sql.ts';
import type { Store } from '../../src/store/store.ts';
import { someFeed, someUser } from '../../src/store/testing/rows.ts';
import { pidOf } from '../blocked-by.ts';
import { program, typeCommand } from '../process.ts';
import { temporaryFile } from '../temporary-sqlite.ts';
import { isOnPostgres, temporaryDatabase } from '../temporary-store.ts';

const ITEMS = 1_000;
const TITLE = 'Nachrichten';
const LOOK_MS = 5;

test('an instance moves from a file to PostgreSQL and back, and nothing of it has changed', {
  skip: !isOnPostgres,
  timeout: 600_000,
}, async (t) => {
  const file = temporaryFile();
  const store = await openStore(file, systemClock);
  await store.write(async (tx) => {
    const userId = await someUser(tx, 'ines');
    const { id, sourceId } = await someFeed(tx, userId, {
      url: 'https://one.example/新聞?a=\u{1F5DE}',
      count: ITEMS,
    });
    const group = await insertGroup(tx, userId, TITLE);
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

/** The copy is killed where it cannot continue: before a row that somebody else is writing, and never commits. */
async function killedOnTheWay(from: string, to: string): Promise<void> {
  const store = await openStore(to, systemClock);
  const { pid, takeBack } = await writeGroup(store);
  const child = spawn(process.execPath, [program, 'database', 'copy', '--from', from, '--to', to], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close');
  const blocked = sql`SELECT 1 AS is FROM pg_stat_activity WHERE ${pid}::integer = ANY(pg_blocking_pids(pid))`;
  while (child.exitCode === null && !(await store.read((tx) => tx.get(blocked)))) await setTimeout(LOOK_MS);
  child.kill('SIGKILL');
  assert.deepEqual(await ended, [null, 'SIGKILL'], 'it was under way');
  await takeBack();
  await store.close();
  await assert.rejects(openStore(to, systemClock), /a copy into it has not ended/);
}

/** Writes the group that the copy will write, in a transaction that stays open until it is rolled back. */
async function writeGroup(store: Store): Promise<{ pid: number; takeBack: () => Promise<void> }> {
  const wrote = Promise.withResolvers<number>();
  const over = Promise.withResolvers<void>();
  const writing = store.write(async (tx) => {
    // The user who owns the group does not exist there yet.
    await tx.run(sql`SET LOCAL session_replication_role = replica`);
    await tx.run(sql`INSERT INTO groups (user_id, title, created_at) VALUES (1, ${TITLE}, 0)`);
    wrote.resolve(await pidOf(tx));
    await over.promise;
    throw new Error('taken back');
  });
  writing.catch(wrote.reject);
  const takeBack = async (): Promise<void> => {
    over.resolve();
    await assert.rejects(writing, /taken back/);
  };
  return { pid: await wrote.promise, takeBack };
}

/** Every row of every table but facts, which say what is left to do in each database. */
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
