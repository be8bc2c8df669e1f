// Connections to PostgreSQL: how many, how long to wait for one or for an answer, and which errors mean that the server is away.
import pg from 'pg';
import { type Pool, StoreUnavailable } from '../store.ts';
import { NO_PASSWORD, NOT_BELIEVED } from './postgres-mistakes.ts';

/** Connections of one node. PostgreSQL serves about four times its cores well; several nodes share them. */
const MAX_CONNECTIONS = 16;
/** Of these, how many may write: lists always find one, whatever rows the others wait for. */
export const MOST_WRITING = 12;
/** A node that gets no connection by then says 503 rather than let requests pile up. */
export const CONNECT_TIMEOUT_MS = 5_000;
/** No statement that a person waits for takes this long; proxies give up after 60 s, and people long before. */
export const PERSON_TIMEOUT_MS = 20_000;
/** No statement of the crawler takes this long; one that does holds locks that others wait for. */
export const CHORE_TIMEOUT_MS = 60_000;
/** Extra time in which the server can report that it has ended a statement at its limit. */
const ANSWER_MARGIN_MS = 1_000;
/** A transaction that has been idle this long is lost to its program. It has to end, because old snapshots slow down every queue. */
const IDLE_TRANSACTION_MS = 60_000;
/**
 * SQLSTATE classes and codes of a server that is away, starting, stopping, full, too slow, or no longer the primary; of one whose disk
 * fails; and of one that does not let us in or no longer has our database, because its operator is at work.
 */
const AWAY = /^(08...|28...|53...|57...|58...|25006|25P03|25P04|3D000|55P03|XX000)$/;
/** The SQLSTATE of a write that a standby refuses. */
const READ_ONLY = '25006';
/** The socket's error codes for such a server. */
const AWAY_SOCKET =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/;
/** The driver's messages about such a server, and about one that we have left because the service closes. */
const AWAY_DRIVER =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|not queryable|after calling end/;

// Counts and ids are below 2^53 by construction, so they are numbers here as everywhere.
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, Number);
types.setTypeParser(pg.types.builtins.NUMERIC, Number);

export interface Connections {
  /** For a transaction. */
  connect(): Promise<pg.PoolClient>;
  /**
   * For a statement that is committed by itself in the middle of a transaction. It has a pool of its own: transactions could hold
   * all connections of the other pool while each waits for one more.
   */
  connectApart(): Promise<pg.PoolClient>;
  use(): Pool;
  close(): Promise<void>;
}

/** Nothing is connected until it is needed. Limits in the address (`?query_timeout=…`) override ours. */
export function openConnections(address: string, { doesChores = false } = {}): Connections {
  const timeoutMs = doesChores ? CHORE_TIMEOUT_MS : PERSON_TIMEOUT_MS;
  const endings = new Set<Promise<void>>();
  const end = ({ pool, apart }: Pools): Promise<void> => {
    const ending = Promise.all([pool.end(), apart.end()]).then(() => void endings.delete(ending));
    endings.add(ending);
    return ending;
  };
  // When one connection is lost, the others are too, and idle ones would tell only when they are used. So the first loss replaces
  // all.
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

/** The driver leaves a connection open on which no handshake could begin: the program would wait until the server closes it. */
class EndingClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    this.connection.on('error', () => this.connection.stream.destroy());
  }
}

function openPools(address: string, timeoutMs: number, lost: () => void): Pools {
  const limits = {
    connectionString: address,
    Client: EndingClient,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: timeoutMs,
    // The server enforces `statement_timeout`. If it hangs, or the network does, only this limit of the driver ends a statement.
    query_timeout: timeoutMs + ANSWER_MARGIN_MS,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_MS,
    keepAlive: true,
    // Statements are sent without waiting for the answers to those before them, and a missing answer ends the connection.
    pipeline: true,
    types,
  };
  const pool = new pg.Pool({ ...limits, max: MAX_CONNECTIONS, application_name: 'courant' });
  const apart = new pg.Pool({ ...limits, max: 1, application_name: 'courant apart' });
  for (const each of [pool, apart]) {
    each.on('release', (error) => {
      if (isReadOnly(error)) lost();
    });
    // Users of a connection hear of its loss from their statements. Without listeners on idle connections and on those in use,
    // the error would end the process.
    each.on('error', lost);
    each.on('connect', (client) => client.on('error', lost));
  }
  return { pool, apart };
}

/**
 * Whether a write was refused because the server takes none. After a failover the old primary may come back as a standby at the same
 * address. Its connections work for as long as they are used, wherever the address leads by then.
 */
export function isReadOnly(error: unknown): boolean {
  return codeOf(error) === READ_ONLY;
}

/**
 * Runs a statement in a transaction of its own whose commit does not wait for the disk. Commits reach the disk in the order in which
 * they are made, so the next one that waits flushes this one too. Nothing is set for longer: a transaction pooler gives the same
 * server process to transactions that must not be lost. All is sent together.
 */
export async function runUnflushed(
  client: pg.PoolClient,
  statement: pg.QueryConfig,
): Promise<pg.QueryResult> {
  const sent = [
    client.query('BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL synchronous_commit = off'),
    client.query(statement),
    client.query('COMMIT'),
  ] as const;
  // The connection is free once all are answered, even if one fails.
  await Promise.allSettled(sent);
  const [, result] = await Promise.all(sent);
  return result;
}

export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** Turns an error which means that the server is away into the one that the rest of the code knows. */
export function asUnavailable(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const code = codeOf(error);
  // Whatever the reason, such as ENOENT of a socket, which a server removes when it stops.
  // And a certificate of the address, which is read for each connection and may just be replaced.
  const isUnconnected = 'syscall' in error && /^(connect|open|read)$/.test(String(error.syscall));
  const isAway =
    isUnconnected ||
    [AWAY, AWAY_SOCKET, NOT_BELIEVED].some((codes) => codes.test(code)) ||
    [AWAY_DRIVER, NO_PASSWORD].some((messages) => messages.test(error.message));
  // Several addresses of one host that all refuse have a code, but nothing to say.
  const reason = error.message || code;
  return isAway ? new StoreUnavailable(`Cannot reach the database: ${reason}`, { cause: error }) : error;
}
