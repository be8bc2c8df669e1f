// A prepared statement of SQLite whose row objects are made here: the runtime's own take half as long again, and are slower to
// read.
import type { DatabaseSync } from 'node:sqlite';
import type { SqlValue } from '../sql.ts';

/**
 * The texts of the program come to 40,000 characters, and each takes SQLite some thirty bytes. Those that depend on what is asked would
 * otherwise stay for ever: 300 of them, with 1 to 300 conditions, took 90 MB.
 */
const MOST_CHARS = 400_000;

/**
 * With a sign before it, SQLite does not take a limit into account when it plans. Without one it compiles the whole statement again each
 * time that a limit is bound, which takes longer than to walk down an index for a page; and it never chose another plan for it.
 */
const HIDDEN_LIMIT = 'LIMIT +?';

export interface Statement {
  all<Row>(values: readonly SqlValue[]): Row[];
  get<Row>(values: readonly SqlValue[]): Row | undefined;
  /** Returns how many rows it changed. */
  run(values: readonly SqlValue[]): number;
}

/** Prepared statements by their text, each prepared when it is first asked for. */
interface Statements {
  prepare(text: string): Statement;
  /** The length of all texts that are kept. */
  readonly chars: number;
}

type RowMaker = (found: readonly unknown[]) => Record<string, unknown>;

export function openStatements(database: DatabaseSync): Statements {
  const kept = new Map<string, Statement>();
  let chars = 0;
  return {
    prepare(text) {
      const known = kept.get(text);
      if (known) return known;
      const statement = prepareStatement(database, text);
      // All at once, because that is rare, and preparing them again takes some ten milliseconds.
      if (chars + text.length > MOST_CHARS) {
        kept.clear();
        chars = 0;
      }
      chars += text.length;
      kept.set(text, statement);
      return statement;
    },
    get chars() {
      return chars;
    },
  };
}

export function prepareStatement(database: DatabaseSync, text: string): Statement {
  const statement = database.prepare(text.replaceAll('LIMIT ?', HIDDEN_LIMIT));
  // The runtime builds objects key by key, without a shape that V8 could learn; arrays it builds at once.
  statement.setReturnArrays(true);
  let columns = 0;
  let make: RowMaker = () => ({});
  const rowOf: RowMaker = (found) => {
    // At the first row; and after a migration has added a column, which `SELECT *` then returns.
    if (found.length !== columns) {
      columns = found.length;
      make = rowMaker(statement.columns().map(({ name }) => name));
    }
    return make(found);
  };
  return {
    all<Row>(values: readonly SqlValue[]) {
      const found = statement.all(...(values as SqlValue[])) as unknown as unknown[][];
      return found.map(rowOf) as Row[];
    },
    get<Row>(values: readonly SqlValue[]) {
      const found = statement.get(...(values as SqlValue[])) as unknown as unknown[] | undefined;
      return found && (rowOf(found) as Row);
    },
    run: (values) => Number(statement.run(...(values as SqlValue[])).changes),
  };
}

/**
 * Compiles an object literal, whose shape is known beforehand: with a loop that sets one field after another, each of 2,000 rows
 * of twenty columns took 2.4 µs instead of 0.1. The names are those of our own statements.
 */
function rowMaker(names: readonly string[]): RowMaker {
  const fields = names.map((name, index) => `${JSON.stringify(name)}: found[${index}]`);
  return new Function('found', `return { ${fields.join(', ')} };`) as RowMaker;
}
