// How writers of an SQLite file take turns: many writes share a transaction, and none is answered before its commit.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../clock.ts';
import { LastWork } from '../last-work.ts';
import type { Store, StoreHooks, WriteTx } from '../store.ts';
import { asUnavailable } from './sqlite-mistakes.ts';
import { type Connection, SqliteTx, type TxHooks } from './sqlite-tx.ts';

/** How long other writes may join a transaction: an app that marks an item hardly waits longer for the crawler's lock. */
const GROUP_MS = 4;
/**
 * Turns of the event loop that chores wait before a transaction, for others to join it. This costs nothing where nothing happens,
 * and makes one commit of several where hundreds of sites answer in a second.
 */
const TURNS_OF_CHORES = 8;
/**
 * How long writes may join a transaction of chores while nobody is here. The more visits with news share a transaction, the less
 * each costs: by itself each took a quarter more (docs/notes/crawl-pace.md). Whoever arrives meanwhile waits once for its end.
 */
const GROUP_ALONE_MS = 50;
/** A transaction of chores is worth sharing if it took longer than this, as those with news do. */
const SHARED_FROM_MS = 5;
/**
 * After such a transaction, the next one waits for more writes: this many times as long as that one took, up to a limit that no
 * visit notices.
 */
const PAUSE = { times: 2, mostMs: 50 };

interface Writer {
  connection: Connection;
  clock: Clock;
  hooks: StoreHooks;
  /** Calls `take`, which takes the lock, in turn with other threads. */
  lock(take: () => void): Promise<void>;
  /** Whether another thread waits for the lock. */
  isWantedElsewhere(): boolean;
  /** Whether that thread goes first: while it waits, no further write joins a transaction. */
  givesWay: boolean;
  /** Whether there are people who may soon have to wait for this writer. */
  arePeopleHere(): boolean;
  /** Called after each commit, before anybody is told of it. */
  committed(): void;
}

interface Job {
  fn(tx: WriteTx): Promise<unknown>;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/**
 * Writes that wait at the same time share one transaction, and so one flush of the disk. Each is kept whole or not at
 * all, and none is answered before the commit.
 */
export function sharedWriting(writer: Writer): { write: Store['write']; ended(): Promise<void> } {
  const waiting: Job[] = [];
  let ended: Promise<void> | undefined;
  let tookMs = 0;
  const writeAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      // Between two groups another thread may take the lock, and whatever has come from the web meanwhile joins the next group.
      await gather(writer, tookMs);
      const begun = writer.clock.now();
      await writeGroup(writer, waiting);
      tookMs = writer.clock.now() - begun;
    }
    ended = undefined;
  };
  return {
    write: <T>(fn: (tx: WriteTx) => Promise<T>) =>
      new Promise<T>((resolve, reject) => {
        waiting.push({ fn, resolve: (value) => resolve(value as T), reject });
        ended ??= writeAll();
      }),
    ended: async () => ended,
  };
}

/** Waits for others who want to write. `tookMs`: how long the previous transaction took. */
async function gather({ givesWay, arePeopleHere, clock }: Writer, tookMs: number): Promise<void> {
  for (let turn = 0; turn < (givesWay ? TURNS_OF_CHORES : 1); turn++) await nextTurn();
  if (!givesWay || tookMs <= SHARED_FROM_MS || arePeopleHere()) return;
  await new Promise<void>((resolve) => {
    clock.after(Math.min(PAUSE.times * tookMs, PAUSE.mostMs), resolve);
  });
}

/** Never rejects: each job is told what became of it. */
async function writeGroup(writer: Writer, waiting: Job[]): Promise<void> {
  const { clock, connection, lock } = writer;
  const { database } = connection;
  const group: Job[] = [];
  const endings: (() => void)[] = [];
  const lastWork = new LastWork();
  try {
    await lock(() => database.exec('BEGIN IMMEDIATE'));
    const isAlone = writer.givesWay && !writer.arePeopleHere();
    const endsAt = clock.now() + (isAlone ? GROUP_ALONE_MS : GROUP_MS);
    do {
      const job = waiting.shift();
      if (!job) break;
      group.push(job);
      // Those before it in the group are waiting for the commit.
      const isWaitedFor = (): boolean => group.length > 1 || waiting.length > 0 || writer.isWantedElsewhere();
      const hooks = { ...writer.hooks, isWaitedFor, leave: leaver(waiting) };
      endings.push(await attempt(writer, job, { isFirst: group.length === 1, hooks, lastWork }));
    } while (clock.now() < endsAt && !(writer.givesWay && writer.isWantedElsewhere()));
    endings.unshift(await doLast(writer, { ...writer.hooks, leave: leaver(waiting) }, lastWork));
    database.exec('COMMIT');
    writer.committed();
  } catch (error) {
    // A closed database cannot be asked anything.
    if (database.isOpen && database.isTransaction) database.exec('ROLLBACK');
    const told = asUnavailable(error);
    // If the lock could not be taken, only the write that has waited longest is told.
    for (const { reject } of group.length > 0 ? group : waiting.splice(0, 1)) reject(told);
    return;
  }
  for (const end of endings) end();
}

/** Nobody is told of such a write's failure: whatever is wrong makes the next write fail too, whose caller is told. */
const nobody: Omit<Job, 'fn'> = { resolve() {}, reject() {} };

/**
 * Not a closure within `writeGroup`: the work that is left would keep the whole group in memory, and so the group that had left
 * that work, and so on.
 */
function leaver(waiting: Job[]): NonNullable<TxHooks['leave']> {
  return (work) => void waiting.push(...work.map((fn) => ({ fn, ...nobody })));
}

interface Attempt {
  isFirst: boolean;
  hooks: TxHooks;
  /** Shared by the group. */
  lastWork: LastWork;
}

/**
 * Runs one write within the transaction of its group, and returns what to do after the commit. The first write needs no
 * savepoint, which would keep a copy of each changed page: if it throws, the transaction is rolled back, and nothing else is in
 * it.
 */
async function attempt(
  { connection, clock }: Writer,
  job: Job,
  { isFirst, hooks, lastWork }: Attempt,
): Promise<() => void> {
  const { database } = connection;
  const tx = new SqliteTx(connection, clock.now(), hooks);
  if (!isFirst) database.exec('SAVEPOINT job');
  try {
    const value = await job.fn(tx);
    if (!isFirst) database.exec('RELEASE job');
    lastWork.takeOver(tx.lastWork);
    return () => {
      try {
        tx.committed();
        job.resolve(value);
      } catch (error) {
        job.reject(error);
      }
    };
  } catch (error) {
    // A full disk has already rolled back the whole transaction, including what others of the group wrote.
    if (isFirst || !database.isTransaction) throw error;
    database.exec('ROLLBACK TO job; RELEASE job');
    return () => job.reject(asUnavailable(error));
  } finally {
    tx.end();
  }
}

/** Does what all of a group have left until its end. Returns what to do after the commit. */
async function doLast(
  { connection, clock }: Writer,
  hooks: TxHooks,
  lastWork: LastWork,
): Promise<() => void> {
  const tx = new SqliteTx(connection, clock.now(), hooks);
  try {
    await lastWork.do(tx);
    return () => tx.committed();
  } finally {
    tx.end();
  }
}
