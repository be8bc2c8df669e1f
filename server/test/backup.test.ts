// Backup and restore with the operator's commands: while the service runs, and killed in the middle.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, rmSync, watch } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { systemClock } from '../src/clock.ts';
import { backUpDatabase } from '../src/store/backup/back-up.ts';
import { copyUnderWay } from '../src/store/copy/progress.ts';
import { openStore } from '../src/store/open.ts';
import { sql } from '../src/store/sql.ts';
import { someFeed, someUser } from '../src/store/testing/rows.ts';
import { addUsers } from './accounts.ts';
import { type Environment, temporaryInstance } from './environment.ts';
import { startOrigin } from './feed-origin.ts';
import { program, startCourant, typeCommand } from './process.ts';
import { signInApp } from './sign-in.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { temporaryFile } from './temporary-sqlite.ts';
import { emptyDatabase, isOnPostgres } from './temporary-store.ts';

/** Enough that a process can be caught in the middle of its work. */
const ITEMS = 4_000;
/** A process not caught by then always finishes before it can be. */
const PATIENCE_MS = 120_000;
const LOOK_MS = 5;

async function fill(address: string): Promise<void> {
  const store = await openStore(address, systemClock);
  await store.write(async (tx) => {
    await someFeed(tx, await someUser(tx, 'ines'), { url: 'https://one.example/feed', count: ITEMS });
  });
  await store.close();
}

async function countItems(address: string): Promise<number | undefined> {
  const store = await openStore(address, systemClock);
  try {
    return (await store.read((tx) => tx.get<{ count: number }>(sql`SELECT count(*) AS count FROM items`)))
      ?.count;
  } finally {
    await store.close();
  }
}

/** A command, and how to tell that it is in the middle of its work. */
interface Meeting {
  environment: Environment;
  words: readonly string[];
  isUnderWay: (signal: AbortSignal) => Promise<void>;
  /** Whether it had done all of its work, and had only not exited yet. */
  isDone: () => Promise<boolean>;
}

/** Runs a command and kills it as soon as it is under way. If it finishes before it can be caught, it is run again, elsewhere. */
async function killed(elsewhere: () => Meeting | Promise<Meeting>): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; ) {
    const { environment, words, isUnderWay, isDone } = await elsewhere();
    const child = spawn(process.execPath, [program, ...words], { env: environment, stdio: 'ignore' });
    const ended = once(child, 'close');
    const waiting = new AbortController();
    const met = isUnderWay(waiting.signal);
    await Promise.race([met, ended]);
    waiting.abort();
    child.kill('SIGKILL');
    await met;
    const [code, signal] = await ended;
    if (signal === 'SIGKILL' && !(await isDone())) return;
    assert.ok(signal === 'SIGKILL' || code === 0, `it ended with ${code}`);
  }
  assert.fail('it was never met under way');
}

/** Resolves when a file with that name appears in a folder, or when the signal is aborted. */
async function appears(folder: string, name: string, signal: AbortSignal): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const watching = watch(folder);
  try {
    while (!signal.aborted && !existsSync(join(folder, name)))
      await once(watching, 'change', { signal }).catch(() => {});
  } finally {
    watching.close();
  }
}

test('an instance is backed up while it is read and written, and its app finds everything in the restored one', async (t) => {
  const origin = await startOrigin(t, () => 3);
  const environment = await temporaryInstance(t, { COURANT_FETCH_ALLOW: origin.hostAndPort });
  await addUsers(environment, { name: 'ines', password: 'a long password' });
  const courant = await startCourant(t, environment);
  const account = { name: 'ines', password: 'a long password' };
  const { client } = await signInApp({ baseUrl: courant.url, ...account });
  await client.feeds.create({ feedUrl: origin.url });
  const [first] = (await client.items.list()).items;
  await client.items.markRead(first?.id ?? 0);
  const before = (await client.items.list()).items;
  const { cursor } = await client.sync.changes();

  const folder = temporaryFolder(t);
  const ended = new AbortController();
  const backup = typeCommand(environment, ['backup', '--to', `${folder}/`, '--keep', '3']);
  void backup.finally(() => ended.abort());
  await appears(join(folder, '.courant-backup'), 'new.db', ended.signal);
  await client.groups.create({ title: 'Made meanwhile' });
  const { code, out, err } = await backup;
  assert.deepEqual([code, err], [0, '']);
  const file = /compared: (.+\.db) \(/.exec(out)?.[1] ?? '';
  assert.deepEqual(readdirSync(folder), [file.slice(folder.length + 1)]);
  await courant.stop();

  const restored = { ...environment, COURANT_DATABASE: await emptyDatabase() };
  const { code: restoredCode, err: restoredErr } = await typeCommand(restored, ['restore', file]);
  assert.deepEqual([restoredCode, restoredErr], [0, '']);
  const again = await startCourant(t, restored);
  assert.doesNotMatch(again.out(), /set-up/);
  const reader = await signInApp({ baseUrl: again.url, ...account });
  // Each instance gives its own address.
  const withoutPort = (value: unknown) => JSON.stringify(value).replace(/127\.0\.0\.1:\d+/g, '');
  assert.equal(withoutPort((await reader.client.items.list()).items), withoutPort(before));
  // Although nothing has changed between the cursor and the backup: afterwards the app may have.
  await assert.rejects(reader.client.sync.changes({ since: cursor }), { status: 410 });
  await again.stop();
});

test('a backup that is killed leaves no file that looks like one, and the next is whole', async (t) => {
  const environment = await temporaryInstance(t);
  await fill(environment.COURANT_DATABASE ?? '');
  const folder = temporaryFolder(t);
  const words = ['backup', '--to', `${folder}/`];
  for (const name of ['new.db', 'scratch.db']) {
    await killed(() => {
      for (const made of readdirSync(folder)) rmSync(join(folder, made), { recursive: true });
      return {
        environment,
        words,
        isUnderWay: (signal) => appears(join(folder, '.courant-backup'), name, signal),
        async isDone() {
          const made = readdirSync(folder).filter((each) => each !== '.courant-backup');
          for (const each of made) assert.equal(await countItems(`file:${join(folder, each)}`), ITEMS);
          return made.length > 0;
        },
      };
    });
    assert.deepEqual(readdirSync(folder), ['.courant-backup']);
  }
  await backUpDatabase({ from: environment.COURANT_DATABASE ?? '', to: `${folder}/` }, systemClock);
  const [made = '', ...more] = readdirSync(folder);
  assert.deepEqual(more, []);
  assert.equal(await countItems(`file:${join(folder, made)}`), ITEMS);
});

test('a restore that is killed leaves what was there or nothing, and comes to its end when it is typed again', async (t) => {
  const folder = temporaryFolder(t);
  const from = temporaryFile();
  await fill(from);
  const backup = join(folder, 'backup.db');
  await backUpDatabase({ from, to: backup }, systemClock);

  const words = ['restore', backup];
  let to = '';
  let there = '';
  let environment: Environment = {};
  await killed(async () => {
    there = temporaryFolder(t);
    to = isOnPostgres ? await emptyDatabase() : `file:${join(there, 'courant.db')}`;
    // A killed program cannot clean up: the next one does.
    environment = await temporaryInstance(t, { COURANT_DATABASE: to, TMPDIR: there });
    const isUnderWay = (signal: AbortSignal): Promise<void> =>
      isOnPostgres ? untilCopied(to, signal) : appears(join(there, '.courant-backup'), 'restored.db', signal);
    const isDone = async (): Promise<boolean> => {
      if (!isOnPostgres) return existsSync(to.slice('file:'.length)) && (await countItems(to)) === ITEMS;
      return (await countItems(to).catch(() => 0)) === ITEMS;
    };
    return { environment, words, isUnderWay, isDone };
  });
  if (isOnPostgres)
    await assert.rejects(openStore(to, systemClock), /give `courant restore` or .* once more/);
  else assert.ok(!existsSync(to.slice('file:'.length)));
  const { code, out, err } = await typeCommand(environment, words);
  assert.deepEqual([code, err], [0, '']);
  assert.match(out, /^Restored \d+ rows of \d+ tables from .+backup\.db\n$/);
  assert.equal(await countItems(to), ITEMS);
  assert.deepEqual(
    readdirSync(there).filter((name) => name.includes('courant-')),
    [],
  );
});

/** Resolves when a copy into a database has begun, or when the signal is aborted. */
async function untilCopied(address: string, signal: AbortSignal): Promise<void> {
  const store = await openStore(address, systemClock, { isTargetOfCopy: true });
  while (!signal.aborted && (await store.read(copyUnderWay)) === undefined) await setTimeout(LOOK_MS);
  await store.close();
}
