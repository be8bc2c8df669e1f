// `npm run bench:scaling`: the cost of lists, marks, searches and a fan-out with few items and with very many, on both databases.
import { join } from 'node:path';
import { namesOf, readCommandLine, wholeNumber, wholeNumbers } from '../../scripts/command-line.ts';
import { systemClock } from '../../server/src/clock.ts';
import { openStore } from '../../server/src/store/open.ts';
import { lockSchedule } from '../../server/src/store/sources/schedules.ts';
import { lockFollowers } from '../../server/src/store/sources/sources.ts';
import { sql } from '../../server/src/store/sql.ts';
import type { ReadTx, Store } from '../../server/src/store/store.ts';
import { startPostgres } from '../../server/test/postgres.ts';
import { type Spread, spreadOf } from '../crawl/figures.ts';
import { keepFigures, workFolder } from '../places.ts';
import { databases } from '../whole/prepared.ts';
import { type Answered, type Asked, measureInTurn, plansOf, questions } from './measure.ts';
import { addStar, analyse, fill, lastItem, publish, type Size, sizeOf } from './seed.ts';
import { type Measurement, tables } from './table.ts';

/** Posts that are published to everybody who follows the star. */
const PUBLISHED = 5;
/** Milliseconds allowed for a statement over all items, for the server and for the driver: filling is not a request. */
const FILLING = { statement_timeout: 3_600_000, query_timeout: 3_600_000 };

const values = readCommandLine('npm run bench:scaling --', {
  sizes: {
    type: 'string',
    default: '10000,1000000',
    about: 'Items in each database, in steps of 10,000, smallest first.',
  },
  databases: { type: 'string', default: databases.join(), about: 'Which databases to measure.' },
  followers: { type: 'string', default: '100000', about: 'Followers of the source that publishes.' },
  rounds: { type: 'string', default: '30', about: 'Rounds of each question.' },
});
const kinds = namesOf('databases', values.databases, databases);
const sizes = wholeNumbers('sizes', values.sizes);
const rounds = wholeNumber('rounds', values.rounds);
const followers = wholeNumber('followers', values.followers);

const folder = workFolder();
const measurements: Measurement[] = [];
for (const database of kinds) {
  const opened: Opened[] = [];
  try {
    for (const items of sizes) opened.push(await openFilled(database, items));
    process.stderr.write(`measuring ${database}\n`);
    const answered = await measureInTurn(opened, rounds);
    for (const [index, each] of opened.entries()) {
      measurements.push({ database, ...(await finish(each, answered[index] ?? [])) });
    }
  } finally {
    for (const { close } of opened) await close();
  }
}
process.stdout.write(tables(measurements));
keepFigures('scaling', measurements);

interface Opened extends Asked {
  size: Size;
  close(): Promise<void>;
}

/** A store of its own with this many items. */
async function openFilled(database: string, items: number): Promise<Opened> {
  const size = sizeOf(items);
  const { store, close } = await (database === 'file' ? openFile(items) : openServer());
  process.stderr.write(`filling ${size.items} items of ${size.users} users\n`);
  const measured = await fill(store, size);
  await store.write(analyse);
  return { store, close, size, questions: questions(measured, await store.read(lastItem)) };
}

async function openFile(items: number): Promise<{ store: Store; close(): Promise<void> }> {
  const store = await openStore(`file:${join(folder, `${items}.db`)}`, systemClock);
  return { store, close: () => store.close() };
}

async function openServer(): Promise<{ store: Store; close(): Promise<void> }> {
  const server = await startPostgres();
  const address = new URL(server.address);
  for (const [name, limit] of Object.entries(FILLING)) address.searchParams.set(name, String(limit));
  const store = await openStore(address.href, systemClock);
  return {
    store,
    async close() {
      await store.close();
      await server.stop();
    },
  };
}

/** What is measured once: plans, size, and the fan-out, which changes the data. */
async function finish({ store, size, questions: asked }: Opened, answered: Answered[]) {
  const plans: Record<string, string[]> = {};
  if (await store.read(async (tx) => tx.dialect.name === 'postgres')) {
    for (const question of asked) plans[question.name] = await plansOf(store, question);
  }
  const itemBytes = await store.read(bytesPerItem);
  return { items: size.items, answered, plans, itemBytes, fanOutMs: await measureFanOut(store, size) };
}

/** The size of an item with all its indexes; undefined where the database does not report it. */
async function bytesPerItem(tx: ReadTx): Promise<number | undefined> {
  if (tx.dialect.name !== 'postgres') return undefined;
  const row = await tx.get<{ bytes: number }>(sql`
    SELECT pg_total_relation_size('items') / greatest(count(*), 1) AS bytes FROM items`);
  return row?.bytes;
}

/** A post to all followers in one transaction, in the way that a visit writes it. */
async function measureFanOut(store: Store, size: Size): Promise<Spread> {
  const id = await addStar(store, size, followers);
  const times: number[] = [];
  for (let number = 0; number < PUBLISHED; number++) {
    const startedAt = performance.now();
    await store.write(async (tx) => {
      await lockSchedule(tx, id);
      const { length } = await lockFollowers(tx, id);
      await publish(tx, { id, followers: length }, number);
    });
    times.push(performance.now() - startedAt);
  }
  return spreadOf(times);
}
