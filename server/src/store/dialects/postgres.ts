// PostgreSQL: a pool of connections, each transaction on one of its own.
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Clock } from '../../clock.ts';
import { LastWork } from '../last-work.ts';
import type { Sql, SqlValue } from '../sql.ts';
import type { LastWorker, ReadTx, Store, StoreHooks, StoreOptions, WriteTx } from '../store.ts';
import {
  asUnavailable,
  type Connections,
  codeOf,
  isReadOnly,
  openConnections,
  runUnflushed,
} from './postgres-connections.ts';
import { postgresDialect } from './postgres-dialect.ts';
import { listenForChanges } from './postgres-listener.ts';
import { type News, openNews } from './postgres-news.ts';
import { Statements } from './postgres-prepared.ts';
import { keepServerTime } from './postgres-time.ts';
import { writePlaces } from './postgres-writing.ts';

/**
 * Attempts at a transaction that conflicts with others or whose prepared statements do not work. A failed attempt leaves nothing
 * behind.
 */
const MAX_TRIES = 5;
/**
 * SQLSTATEs that are worth another attempt: serialization failure, deadlock, and foreign-key or unique violations. Another
 * transaction has meanwhile removed or created a row that was read before, and the next attempt sees the change.
 */
const CROSSED = /^(40001|40P01|23503|23505)$/;
/** The longest delay that a timer of the runtime can take: 24 days. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Opens a pool. It connects to nothing until the first transaction. */
export function openPostgres(address: string, clock: Clock, options: StoreOptions = {}): Store {
  const connections = openConnections(address, options);
  // Distinguishes what this node has written from what others have.
  const nodeId = randomUUID();
  const { changed } = options;
  const listener = changed && listenForChanges({ address, nodeId, changed });
  const places = writePlaces(options);
  // The crawler's statements may be about one follower or a hundred thousand, so no plan fits all values.
  const statements = new Statements({ mayBePrepared: !options.doesChores });
  const opening: Opening = {
    connections,
    statements,
    clock,
    keepTime: keepServerTime(clock),
    news: openNews(connections, nodeId),
    hooks: options,
  };
  return {
    read: (fn, { isSingle = false, isLong = false } = {}) =>
      untilDone(statements, () =>
        isSingle ? readSingle(opening, fn) : readOnce({ ...opening, isLong }, fn),
      ),
    write: (fn, { isLong = false, isUrgent = false, userId } = {}) =>
      untilDone(statements, () => {
        const once = () => writeOnce({ ...opening, isLong }, fn);
        return isUrgent ? once() : places.during(once, userId);
      }),
    pool() {
      const use = connections.use();
      return { ...use, waiting: use.waiting + places.waiting };
    },
    async close() {
      await listener?.close();
      await opening.news.close();
      await connections.close();
    },
  };
}

interface Opening {
  connections: Connections;
  statements: Statements;
  clock: Clock;
  keepTime: ReturnType<typeof keepServerTime>;
  news: News;
  /** The statements have no time limit. */
  isLong?: boolean;
  /** One statement without a transaction. */
  isSingle?: boolean;
  hooks: StoreHooks;
}

async function untilDone<T>(statements: Statements, attempt: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await attempt();
    } catch (error) {
      const isToBeTried = CROSSED.test(codeOf(error)) || statements.wereRefused(error);
      if (!isToBeTried || tried === MAX_TRIES) throw asUnavailable(error);
    }
  }
}

/**
 * Every list walks along an index and stops at the end of the page. Columns of owners have no statistics (`rare`), so the planner
 * does not know how much an owner has: where it guesses little, it would rather fetch all of the owner's rows and sort them. And
 * with the server's default cost of a random read (4, for a disk whose arm moves) it would read everybody's rows where those are
 * no more than thousands. The rows of a walk are in memory, or on a disk where a random page costs hardly more than the next one.
 * And what is guessed to cost very much is not compiled first: that takes some hundred milliseconds, and walks end long before.
 */
const WALKS = 'SET LOCAL enable_bitmapscan = off; SET LOCAL random_page_cost = 1.1; SET LOCAL jit = off';

/** The last of them exists only since version 17. */
const NO_LIMITS = `SELECT set_config(name, '0', true) FROM pg_settings
  WHERE name IN ('statement_timeout', 'lock_timeout', 'transaction_timeout')`;

/** A single statement costs one round trip: `BEGIN` is sent along with it, and nobody waits for `COMMIT`. */
async function readOnce<T>(opening: Opening, fn: (tx: ReadTx) => Promise<T>): Promise<T> {
  const client = await connect(opening);
  const tx = new PostgresTx(client, opening);
  const begin = `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${WALKS}`;
  const begun = client.query(opening.isLong ? `${begin}; ${NO_LIMITS}` : begin);
  begun.catch(() => {});
  try {
    const result = await fn(tx);
    await begun;
    return result;
  } finally {
    tx.end();
    client.query('COMMIT').then(
      () => client.release(),
      (error: Error) => client.release(error),
    );
  }
}

/** Without a transaction, whose `BEGIN` and `COMMIT` take a quarter of the time of a small request. */
async function readSingle<T>(opening: Opening, fn: (tx: ReadTx) => Promise<T>): Promise<T> {
  const client = await connect(opening);
  const tx = new PostgresTx(client, { ...opening, isSingle: true });
  try {
    const result = await fn(tx);
    client.release();
    return result;
  } catch (error) {
    // A caller that gave up waiting may have left a statement running, so the connection is released only after one more answer.
    // If none comes, the connection itself reports an error first, and all others are given up with it.
    client.query('SELECT 1').then(
      () => client.release(),
      (failed: Error) => client.release(failed),
    );
    throw error;
  } finally {
    tx.end();
  }
}

async function writeOnce<T>(opening: Opening, fn: (tx: WriteTx) => Promise<T>): Promise<T> {
  const client = await connect(opening);
  const tx = new PostgresTx(client, opening);
  let broken: Error | undefined;
  let result: T;
  try {
    await client.query(`BEGIN ISOLATION LEVEL READ COMMITTED; ${WALKS}`);
    if (opening.isLong) await client.query(NO_LIMITS);
    result = await fn(tx);
    await tx.finish();
    const { command } = await client.query('COMMIT');
    // The server answers ROLLBACK if a statement has failed and the caller went on all the same.
    if (command !== 'COMMIT') throw new Error('Cannot commit: a statement of the transaction has failed');
  } catch (error) {
    if (error instanceof Error && isReadOnly(error)) broken = error;
    await client.query('ROLLBACK').catch((failed: Error) => {
      broken = failed;
    });
    throw error;
  } finally {
    tx.end();
    client.release(broken);
  }
  tx.committed();
  return result;
}

/** Gets a connection, and makes sure that the clock agrees with the server's. */
async function connect({ connections, keepTime }: Opening): Promise<pg.PoolClient> {
  const client = await connections.connect();
  try {
    await keepTime?.(client);
    return client;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

class PostgresTx implements WriteTx, ReadTx {
  readonly dialect = postgresDialect;
  readonly now: number;
  #client: pg.PoolClient | undefined;
  #onCommit: (() => void)[] = [];
  readonly #lastWork = new LastWork();
  readonly #afterwards: ((tx: WriteTx) => Promise<unknown>)[] = [];
  #asked = 0;
  readonly #changed = new Set<number>();
  readonly #opening: Opening;

  constructor(client: pg.PoolClient, opening: Opening) {
    this.#client = client;
    this.#opening = opening;
    this.now = opening.clock.now();
  }

  async all<Row>(statement: Sql): Promise<Row[]> {
    return (await this.#query(statement)).rows as Row[];
  }

  async get<Row>(statement: Sql): Promise<Row | undefined> {
    return (await this.#query(statement)).rows[0] as Row | undefined;
  }

  arrival(): number {
    return this.#opening.clock.now();
  }

  /** Only the server knows whether anybody waits for a row that this transaction has locked. */
  isWaitedFor(): boolean {
    return true;
  }

  async getApart<Row>(statement: Sql): Promise<Row | undefined> {
    if (!this.#client) throw ended();
    const client = await this.#opening.connections.connectApart();
    try {
      return (await runUnflushed(client, this.#written(statement))).rows[0] as Row | undefined;
    } finally {
      client.release();
    }
  }

  async run(statement: Sql): Promise<number> {
    return (await this.#query(statement)).rowCount ?? 0;
  }

  onCommit(fn: () => void): void {
    if (!this.#client) throw ended();
    this.#onCommit.push(fn);
  }

  beforeCommit<T>(worker: LastWorker<T>, some: readonly T[]): void {
    if (!this.#client) throw ended();
    this.#lastWork.leave(worker, some);
  }

  afterwards(fn: (tx: WriteTx) => Promise<unknown>): void {
    if (!this.#client) throw ended();
    this.#afterwards.push(fn);
  }

  tellChanged(userId: number): void {
    this.#changed.add(userId);
  }

  /** Does the work that was left until the end. */
  async finish(): Promise<void> {
    await this.#lastWork.do(this);
    for (const fn of this.#afterwards) await fn(this);
  }

  end(): void {
    this.#client = undefined;
  }

  committed(): void {
    for (const fn of this.#onCommit) fn();
    if (this.#changed.size === 0) return;
    this.#opening.hooks.changed?.([...this.#changed]);
    this.#opening.news.tell(this.#changed);
  }

  #query(statement: Sql): Promise<pg.QueryResult> {
    if (!this.#client) throw ended();
    if (this.#asked++ > 0 && this.#opening.isSingle) throw new Error('Cannot read more than one statement');
    const written = this.#written(statement);
    if (this.#opening.isLong) written.query_timeout = LONGEST_TIMER_MS;
    return this.#client.query(written);
  }

  #written(statement: Sql): Statement {
    return { ...this.#opening.statements.of(statement, this.now), values: statement.values.map(kept) };
  }
}

/** The driver takes a time limit per query, but its types do not say so. */
type Statement = pg.QueryConfig & { query_timeout?: number };

/** PostgreSQL's text holds every character but NUL. */
function kept(value: SqlValue): SqlValue {
  return typeof value === 'string' ? value.replaceAll('\0', '\uFFFD') : value;
}

function ended(): Error {
  return new Error('Cannot use a transaction after it has ended');
}
