// A database of a given size, the real service on it, and the people whose lists are measured.
import { join } from 'node:path';
import { systemClock } from '../../server/src/clock.ts';
import { openStore } from '../../server/src/store/open.ts';
import { startPostgres } from '../../server/test/postgres.ts';
import { type Instance, startInstance } from '../crawl/instance.ts';
import { type Person, seed } from './seed.ts';

export const databases = ['file', 'postgres'] as const;
export type DatabaseKind = (typeof databases)[number];

/** Milliseconds allowed for a statement over all items: filling is not a request. */
const FILLING_MS = 3_600_000;

export interface Prepared {
  database: DatabaseKind;
  items: number;
  address: string;
  people: Person[];
  instance: Instance;
  close(): Promise<void>;
}

export async function prepare(database: DatabaseKind, items: number, folder: string): Promise<Prepared> {
  process.stderr.write(`filling ${database} with ${items} items\n`);
  const { address, stop } = await openAddress(database, join(folder, `${items}.db`));
  const store = await openStore(`${address}${database === 'postgres' ? FILLING : ''}`, systemClock);
  const people = await seed(store, items);
  await store.close();
  const instance = await startInstance({ database: address, logFile: join(folder, 'service.log') });
  return {
    database,
    items,
    address,
    people,
    instance,
    async close() {
      await instance.end();
      await stop();
    },
  };
}

const FILLING = `?statement_timeout=${FILLING_MS}&query_timeout=${FILLING_MS}`;

/** A new and empty database; PostgreSQL is set to be as durable as an operator would have it. */
export async function openAddress(
  database: DatabaseKind,
  file: string,
): Promise<{ address: string; stop(): Promise<void> }> {
  if (database === 'file') return { address: `file:${file}`, stop: async () => {} };
  const server = await startPostgres({ isDurable: true });
  return { address: server.address, stop: () => server.stop() };
}
