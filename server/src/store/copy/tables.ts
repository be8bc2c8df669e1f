// Which tables are copied, and in which order: a row comes after the rows that it points to.
import type { ReadTx } from '../store.ts';

/** One table, as the catalog of its database describes it. */
export interface Table {
  name: string;
  columns: readonly string[];
  /** The columns of its primary key, in order. */
  key: readonly string[];
  /** Tables that its rows point to. */
  parents: readonly string[];
  /** The columns whose values may be of any length: texts and bytes. */
  long: readonly string[];
  /** The columns of whole numbers. */
  whole: readonly string[];
}

/** Tables in which a database describes itself. The facts are copied at the end, because during the copy they record its progress. */
export const ownBooks: ReadonlySet<string> = new Set(['facts', 'schema_versions']);

/** Parents first. Throws where tables point to each other in a circle, or a table has no key to walk along. */
export function inOrder(tables: readonly Table[]): Table[] {
  const rest = new Map(tables.map((table) => [table.name, table]));
  const ordered: Table[] = [];
  while (rest.size > 0) {
    const ready = [...rest.values()].filter(({ name, parents }) =>
      parents.every((parent) => parent === name || !rest.has(parent)),
    );
    if (ready.length === 0)
      throw new Error(`Tables point to each other in a circle: ${[...rest.keys()].join(', ')}`);
    for (const table of ready) {
      if (table.key.length === 0) throw new Error(`Table ${table.name} has no primary key`);
      rest.delete(table.name);
      ordered.push(table);
    }
  }
  return ordered;
}

/** Tables that both sides have: others belong to programs that share a schema with us. The target must have each column of the source. */
export function inBoth(source: readonly Table[], target: readonly Table[]): Table[] {
  const there = new Map(target.map((table) => [table.name, table]));
  const shared = source.filter(({ name }) => there.has(name));
  for (const table of shared) {
    const columns = new Set(there.get(table.name)?.columns);
    const missing = table.columns.filter((column) => !columns.has(column));
    if (missing.length > 0)
      throw new Error(`Cannot copy: ${table.name} of the target has no ${missing.join(', ')}`);
  }
  return shared;
}

/** All tables of a database except those of its full-text index. */
export async function tablesOf(tx: ReadTx): Promise<Table[]> {
  const columns = await tx.all<Column>(tx.dialect.catalog.columns);
  const references = await tx.all<Reference>(tx.dialect.catalog.references);
  return tablesFrom(columns, references);
}

interface Column {
  table: string;
  name: string;
  type: string;
  /** The position in the primary key, from 1; 0 if it is not part of it. */
  key_place: number;
}

interface Reference {
  table: string;
  parent: string;
}

function tablesFrom(columns: readonly Column[], references: readonly Reference[]): Table[] {
  const tables = new Map<
    string,
    Pick<Table, 'name'> & { columns: string[]; long: string[]; whole: string[]; keys: [number, string][] }
  >();
  for (const { table, name, type, key_place } of columns) {
    const found = tables.get(table) ?? { name: table, columns: [], long: [], whole: [], keys: [] };
    tables.set(table, found);
    found.columns.push(name);
    if (/^(text|blob|bytea)$/.test(type)) found.long.push(name);
    if (/^(bigint|integer)$/.test(type)) found.whole.push(name);
    if (key_place > 0) found.keys.push([key_place, name]);
  }
  return [...tables.values()].map(({ name, columns: all, long, whole, keys }) => ({
    name,
    columns: all,
    long,
    whole,
    key: keys.sort(([a], [b]) => a - b).map(([, column]) => column),
    parents: [...new Set(references.filter(({ table }) => table === name).map(({ parent }) => parent))],
  }));
}
