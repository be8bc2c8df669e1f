// The program as an operator meets it, with a database of its own: commands, exit codes, signals.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock } from '../src/clock.ts';
import { connectStore } from '../src/store/open.ts';
import { sql } from '../src/store/sql.ts';
import { temporaryInstance } from './environment.ts';
import { startOrigin } from './feed-origin.ts';
import { startCourant, typeCommand } from './process.ts';
import { signInApp } from './sign-in.ts';
import { emptyDatabase } from './temporary-store.ts';

test('a user is created and listed from the command line, and what cannot be done ends with 1', async (t) => {
  const environment = await temporaryInstance(t);
  const create = () =>
    typeCommand(environment, ['user', 'create', 'Ines', '--password-stdin'], 'a long password\n');
  const created = await create();
  assert.deepEqual([created.code, created.err], [0, '']);
  const again = await create();
  assert.deepEqual([again.code, again.err], [1, 'Cannot create user: the name is taken\n']);
  assert.match((await typeCommand(environment, ['user', 'list'])).out, /^1\tInes\t\d{4}-\d\d-\d\d\tadmin\n$/);
});

test('migrating twice applies the schema once', async (t) => {
  const environment = { ...(await temporaryInstance(t)), COURANT_DATABASE: await emptyDatabase() };
  assert.match(
    (await typeCommand(environment, ['database', 'migrate'])).out,
    /^Applied: first(, [\w ]+)*\n$/,
  );
  assert.equal((await typeCommand(environment, ['database', 'migrate'])).out, 'The schema is up to date\n');
});

test('of two that start at once in an empty database one makes the schema, and a program that is older than it says so', async (t) => {
  const environment = { ...(await temporaryInstance(t)), COURANT_DATABASE: await emptyDatabase() };
  const both = await Promise.all([1, 2].map(() => typeCommand(environment, ['database', 'migrate'])));
  assert.deepEqual(
    both.map(({ code, err }) => [code, err]),
    [
      [0, ''],
      [0, ''],
    ],
  );
  assert.deepEqual(
    both.map(({ out }) => /^Applied: first,|^The schema is up to date$/m.exec(out)?.[0]).sort(),
    ['Applied: first,', 'The schema is up to date'],
  );
  const store = await connectStore(environment.COURANT_DATABASE, systemClock);
  await store.write((tx) =>
    tx.run(sql`INSERT INTO schema_versions (version, name, applied_at) VALUES (999, 'later', 0)`),
  );
  await store.close();
  const { code, err } = await typeCommand(environment, ['serve']);
  assert.equal(code, 1);
  assert.match(err, /its schema is version 999, this program knows \d+; start a newer Courant/);
});

test('a service that updates the schema of an instance logs the steps', async (t) => {
  const environment = { ...(await temporaryInstance(t)), COURANT_DATABASE: await emptyDatabase() };
  await typeCommand(environment, ['database', 'migrate']);
  const store = await connectStore(environment.COURANT_DATABASE, systemClock);
  await store.write((tx) => tx.run(sql`DELETE FROM schema_versions WHERE name = 'one shape'`));
  await store.close();
  const courant = await startCourant(t, environment);
  await courant.says(/"event":"updating the schema","steps":\["one shape"\]/);
  assert.equal(await courant.stop(), 0);
});

test('SIGTERM ends the service with 0, within ten seconds', async (t) => {
  const courant = await startCourant(t, await temporaryInstance(t));
  assert.equal((await fetch(`${courant.url}/health/live`)).status, 200);
  assert.equal((await fetch(`${courant.url}/health/ready`)).status, 200);
  const startedAt = performance.now();
  assert.equal(await courant.stop(), 0);
  // We promise ten seconds; the rest is for a slow machine that runs every other test at the same time.
  assert.ok(performance.now() - startedAt < 120_000);
});

test('a real feed is followed through the crawler thread, refreshed from the command line, and logged without secrets', async (t) => {
  const origin = await startOrigin(t, () => 3);
  const environment = await temporaryInstance(t, { COURANT_FETCH_ALLOW: origin.hostAndPort });
  await typeCommand(environment, ['user', 'create', 'ines', '--password-stdin'], 'a long password\n');
  const courant = await startCourant(t, environment);
  const { client, accessToken } = await signInApp({
    baseUrl: courant.url,
    name: 'ines',
    password: 'a long password',
  });
  const feed = await client.feeds.create({ feedUrl: origin.url });
  assert.equal(feed.title, 'Origin');
  assert.deepEqual(
    (await client.items.list()).items.map((item) => item.title),
    ['Post 3', 'Post 2', 'Post 1'],
  );
  const refreshed = await typeCommand(environment, ['feed', 'refresh', origin.url]);
  assert.equal(refreshed.code, 0, refreshed.err);
  assert.notEqual(refreshed.out, '');
  assert.equal((await typeCommand(environment, ['feed', 'refresh', 'https://nowhere.example/'])).code, 1);
  await courant.stop();
  const lines = courant
    .err()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { event: string });
  assert.ok(lines.some((line) => line.event === 'request'));
  assert.ok(lines.some((line) => line.event === 'visit'));
  assert.doesNotMatch(courant.err() + courant.out(), new RegExp(accessToken));
  assert.doesNotMatch(courant.err() + courant.out(), /a long password/);
});
