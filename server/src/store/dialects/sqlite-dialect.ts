// What SQLite does differently from PostgreSQL.
import { nothing, sql } from '../sql.ts';
import type { Dialect } from '../store.ts';
import { sqliteCatalog } from './sqlite-catalog.ts';
import { sqliteSearch } from './sqlite-search.ts';

export const sqliteDialect: Dialect = {
  name: 'sqlite',
  numbers: (list) => sql`SELECT value FROM json_each(${JSON.stringify(list)})`,
  entries: (map) =>
    sql`SELECT CAST(key AS INTEGER) AS key, value FROM json_each(${JSON.stringify(Object.fromEntries(map))})`,
  idsOfEach: (table, ids) => sql`SELECT i.id FROM ${table} JOIN items i ON i.id IN (${ids})`,
  // json_quote turns null into the word `null`, without quotes.
  jsonText: (text) => sql`CAST(nullif(json_quote(${text}), 'null') AS BLOB)`,
  tested: (column) => sql`+${column}`,
  // One writer at a time, and it holds the whole file.
  skipLocked: nothing,
  forUpdate: nothing,
  forUpdateOf: () => nothing,
  forNoKeyUpdate: nothing,
  lockSchema: sql`SELECT 1`,
  encoding: sql`SELECT 'UTF8' AS encoding`,
  columns: {
    id: 'INTEGER PRIMARY KEY AUTOINCREMENT',
    key: 'INTEGER PRIMARY KEY',
    bytes: 'BLOB',
    clustered: 'WITHOUT ROWID',
    // Each index entry ends with the key of its row anyway.
    thenById: '',
  },
  // There are no statistics: the form of a statement decides which index it uses.
  rare: () => [],
  // Rows are changed in place.
  roomy: () => [],
  databaseBytes: sql`SELECT page_count * page_size AS bytes FROM pragma_page_count(), pragma_page_size()`,
  search: sqliteSearch,
  catalog: sqliteCatalog,
};
