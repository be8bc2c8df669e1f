// Connections to PostgreSQL: how many, how long anybody waits for one or for an answer, and what says that the server is away.
import pg from 'pg';
import { type Pool, StoreUnavailable } from '../store.ts';

/** Connections of one node. PostgreSQL serves about four times its cores well; several nodes share them. */
const MAX_CONNECTIONS = 16;
/** A node that gets no connection by then says 503 rather than let requests pile up. */
const CONNECT_TIMEOUT_MS = 5_000;
/** No statement that a person waits for takes so long; proxies give up after 60 s, and people long before. */
const PERSON_TIMEOUT_MS = 20_000;
/** No statement of the crawler takes so long; one that does holds locks that others wait for. */
const CHORE_TIMEOUT_MS = 60_000;
/** What is left to a server that ends a statement in time and says so. */
const ANSWER_MARGIN_MS = 1_000;
/** A transaction that waits for its program this long has lost it. Old snapshots slow every queue down. */
const IDLE_TRANSACTION_MS = 60_000;
/** SQLSTATE classes and codes of a server that is away, starting, stopping, full, too slow, or no longer the one that writes. */
const AWAY = /^(08...|53...|57...|25006|25P03|XX000)$/;
/** What the socket says of it. */
const AWAY_SOCKET =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/;
/** What the driver says of it. */
const AWAY_DRIVER =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|not queryable/;

// Counts and ids are below 2^53 by construction, so they are numbers here as everywhere.
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, Number);
types.setTypeParser(pg.types.builtins.NUMERIC, Number);

export interface Connections {
  /** For a transaction. */
  connect(): Promise<pg.PoolClient>;
  /**
   * For a statement that is committed by itself in the midst of a transaction. None of the others: transactions could hold all
   * of those and each wait for one more.
   */
  connectApart(): Promise<pg.PoolClient>;
  use(): Pool;
  close(): Promise<void>;
}

/** Nothing is connected until it is wanted. What the address says of limits (`?query_timeout=…`) goes before ours. */
export function openConnections(address: string, { doesChores = false } = {}): Connections {
  const timeoutMs = doesChores ? CHORE_TIMEOUT_MS : PERSON_TIMEOUT_MS;
  const endings = new Set<Promise<void>>();
  const end = ({ pool, apart }: Pools): Promise<void> => {
    const ending = Promise.all([pool.end(), apart.end()]).then(() => void endings.delete(ending));
    endings.add(ending);
    return ending;
  };
  // Where one connection is lost the others are too, and those that nobody uses just now would tell only when they are asked.
  let isClosed = false;
  const open = (): Pools => {
    const opened = openPools(address, timeoutMs, () => {
      if (opened !== pools || isClosed) return;
      pools = open();
      void end(opened);
    });
    return opened;
  };
  let pools = open();
  return {
    connect: () => pools.pool.connect(),
    connectApart: () => pools.apart.connect(),
    use() {
      const { totalCount, idleCount, waitingCount } = pools.pool;
      return { busy: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
    },
    async close() {
      isClosed = true;
      void end(pools);
      await Promise.all(endings);
    },
  };
}

interface Pools {
  pool: pg.Pool;
  apart: pg.Pool;
}

function openPools(address: string, timeoutMs: number, lost: () => void): Pools {
  const limits = {
    connectionString: address,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: timeoutMs,
    // A server that hangs, or the way to it, ends no statement.
    query_timeout: timeoutMs + ANSWER_MARGIN_MS,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_MS,
    keepAlive: true,
    // Statements need not wait for the answers of those before them, and an answer that does not come ends the connection.
    pipeline: true,
    types,
  };
  const pool = new pg.Pool({ ...limits, max: MAX_CONNECTIONS, application_name: 'courant' });
  const apart = new pg.Pool({
    ...limits,
    max: 1,
    application_name: 'courant apart',
    // Commits reach the disk in the order in which they were made: the transaction itself takes this one along.
    onConnect: (client) => client.query('SET synchronous_commit = off'),
  });
  for (const each of [pool, apart]) {
    // Whoever uses a connection is told by its statements. Without listeners, for those that are idle and for those that are
    // not, the process would end.
    each.on('error', lost);
    each.on('connect', (client) => client.on('error', lost));
  }
  return { pool, apart };
}

export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** As the rest of the house is told of it. */
export function toldAway(error: unknown): unknown {
  const code = codeOf(error);
  const isAway =
    AWAY.test(code) || AWAY_SOCKET.test(code) || (error instanceof Error && AWAY_DRIVER.test(error.message));
  return isAway ? new StoreUnavailable('Cannot reach the database', { cause: error }) : error;
}
