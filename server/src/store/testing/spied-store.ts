// A store that notes what is asked of it, for tests that count what something costs and do not time it.
import { type Sql, sql } from '../sql.ts';
import type { ReadTx, Store, WriteTx } from '../store.ts';

export interface Spied {
  /** Each statement once, with the values that it was last asked with. */
  statements: Map<string, Sql>;
  /** How many statements were run. */
  runs: number;
  /** The most rows that a transaction has changed or removed by itself; cascades are not counted. */
  mostChanged: number;
  /** How many transactions were for writing. */
  transactions: number;
  /** Rows that `all` has given to transactions that only read. */
  rowsRead: number;
}

export function spiedStore(store: Store): { store: Store; spied: Spied } {
  const spied: Spied = { statements: new Map(), runs: 0, mostChanged: 0, transactions: 0, rowsRead: 0 };
  const reading = (tx: ReadTx): ReadTx => ({
    now: tx.now,
    dialect: tx.dialect,
    async all<Row>(statement: Sql) {
      const rows = await tx.all<Row>(noted(statement));
      spied.rowsRead += rows.length;
      return rows;
    },
    get: (statement) => tx.get(noted(statement)),
  });
  const noted = (statement: Sql): Sql => {
    spied.statements.set(statement.text, statement);
    spied.runs++;
    return statement;
  };
  const own: Store = {
    ...store,
    read: (fn, options) => store.read((tx) => fn(reading(tx)), options),
    write: (fn, options) =>
      store.write(async (tx) => {
        let changed = 0;
        const value = await fn({
          ...writing(tx),
          ...reading(tx),
          async all<Row>(statement: Sql) {
            const rows = await tx.all<Row>(noted(statement));
            if (!/^\s*SELECT/.test(statement.text)) changed += rows.length;
            return rows;
          },
          async run(statement) {
            const rows = await tx.run(noted(statement));
            changed += rows;
            return rows;
          },
        });
        spied.mostChanged = Math.max(spied.mostChanged, changed);
        spied.transactions++;
        return value;
      }, options),
  };
  return { store: own, spied };
}

/** For SQLite: the statements so far that look through a whole table or tree, each with what it looks through. */
export async function scansOf(store: Store, spied: Spied): Promise<string[]> {
  const plans = await plansOf(store, spied);
  return plans.flatMap(({ text, steps }) =>
    steps
      .filter((step) => /^SCAN (?!json_each|CONSTANT ROW)/.test(step))
      .map((step) => `${step}: ${text.replace(/\s+/g, ' ')}`),
  );
}

/**
 * For SQLite: the steps of the statements so far, such as `SEARCH items USING INDEX items_post (post_id=?)`. Without statistics, only the
 * form of a statement decides.
 */
export async function stepsOf(store: Store, spied: Spied): Promise<string[]> {
  return (await plansOf(store, spied)).flatMap(({ steps }) => steps);
}

/** `store`: not the one that is spied on. In a transaction for writing, because the others take no `EXPLAIN` of what writes. */
function plansOf(store: Store, { statements }: Spied): Promise<{ text: string; steps: string[] }[]> {
  return store.write((tx) =>
    Promise.all(
      [...statements.values()].map(async (statement) => {
        const plan = await tx.all<{ detail: string }>(sql`EXPLAIN QUERY PLAN ${statement}`);
        return { text: statement.text, steps: plan.map(({ detail }) => detail) };
      }),
    ),
  );
}

/** The part of a transaction that does not query. */
function writing(tx: WriteTx): Omit<WriteTx, keyof ReadTx | 'run'> {
  return {
    getApart: (statement) => tx.getApart(statement),
    arrival: () => tx.arrival(),
    isWaitedFor: () => tx.isWaitedFor(),
    onCommit: (fn) => tx.onCommit(fn),
    beforeCommit: (worker, some) => tx.beforeCommit(worker, some),
    afterwards: (fn) => tx.afterwards(fn),
    tellChanged: (userId) => tx.tellChanged(userId),
  };
}
