// Which tables there are on SQLite, from its pragmas.
import { type Catalog, INDEX_PREFIX, KEPT_SUMS } from '../copy/catalog.ts';
import { sql } from '../sql.ts';

/** `table`, not `virtual` or `shadow`: those are the full-text index. */
const own = sql`(SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'
  AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND substr(name, 1, length(${INDEX_PREFIX})) <> ${INDEX_PREFIX}
  AND name <> ${KEPT_SUMS})`;

export const sqliteCatalog: Catalog = {
  columns: sql`SELECT t.name AS "table", c.name, lower(c.type) AS type, c.pk AS key_place
    FROM ${own} AS t JOIN pragma_table_info(t.name) AS c ORDER BY t.name, c.cid`,
  references: sql`SELECT t.name AS "table", f."table" AS parent FROM ${own} AS t JOIN pragma_foreign_key_list(t.name) AS f`,
  // It has 0 for a table into which a statement was to insert rows, but had none.
  lastIds: sql`SELECT name AS "table", seq AS id FROM sqlite_sequence WHERE seq > 0`,
  // Nothing to do here: a file is set aside as a whole.
  settingAside: () => sql`SELECT 1 AS statement WHERE 1 = 0`,
  setLastId: ({ table, id }) => [
    sql`UPDATE sqlite_sequence SET seq = max(seq, ${id}) WHERE name = ${table}`,
    sql`INSERT INTO sqlite_sequence (name, seq)
      SELECT ${table}, ${id} WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = ${table})`,
  ],
};
