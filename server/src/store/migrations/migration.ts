// What a migration is.
import type { Dialect } from '../store.ts';

/** A step of the schema's history, known by its name. Its statements run in one transaction. */
export interface Migration {
  name: string;
  statements(
    columns: Dialect['columns'],
    search: Dialect['search'],
    tables: Pick<Dialect, 'rare' | 'roomy'>,
  ): readonly string[];
  /** Statements that are needed only where the schema is not what the steps before this one make of it today. */
  mend?(found: FoundSchema, dialect: Dialect): readonly string[];
}

/** A schema as its database describes it. */
export interface FoundSchema {
  /** The type of each column, by `table.column`. */
  columns: ReadonlyMap<string, string>;
  /** Which table points to which: `table parent`. */
  references: ReadonlySet<string>;
}
