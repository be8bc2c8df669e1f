// Waits for others to wait, on PostgreSQL: for tests in which two transactions meet.
import { setTimeout } from 'node:timers/promises';
import { sql } from '../src/store/sql.ts';
import type { ReadTx, Store } from '../src/store/store.ts';

/** A look takes the processor from those who are waited for: there would be dozens of them one after the other. */
const LOOK_MS = 5;

/** The process at the server in which a transaction runs. */
export async function pidOf(tx: ReadTx): Promise<number> {
  return (await tx.get<{ pid: number }>(sql`SELECT pg_backend_pid() AS pid`))?.pid ?? 0;
}

/** Resolves when somebody waits for a connection's locks. `pid`: of its process at the server. */
export async function blockedBy(store: Store, pid: number): Promise<void> {
  const isWaitedFor = sql`SELECT 1 AS is FROM pg_stat_activity WHERE ${pid}::integer = ANY(pg_blocking_pids(pid))`;
  while (!(await store.read((tx) => tx.get(isWaitedFor)))) await setTimeout(LOOK_MS);
}
