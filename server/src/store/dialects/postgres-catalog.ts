// Which tables there are on PostgreSQL, from pg_catalog. Only the first schema of the search path is ours.
import { type Catalog, INDEX_PREFIX } from '../copy/catalog.ts';
import { listed, sql } from '../sql.ts';

/** Otherwise its name would be read as an identifier: in lower case, and without what has to be quoted. */
const ourSchema = sql`quote_ident(current_schema())::regnamespace`;

const ours = sql`c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = ${ourSchema}
  AND left(c.relname, length(${INDEX_PREFIX}::text)) <> ${INDEX_PREFIX}::text`;

export const postgresCatalog: Catalog = {
  columns: sql`
    SELECT c.relname AS "table", a.attname AS name, format_type(a.atttypid, NULL) AS type,
      coalesce(array_position(k.conkey, a.attnum), 0) AS key_place
    FROM pg_class AS c
    JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
    LEFT JOIN pg_constraint AS k ON k.conrelid = c.oid AND k.contype = 'p'
    WHERE ${ours} ORDER BY c.relname, a.attnum`,
  references: sql`
    SELECT c.relname AS "table", p.relname AS parent
    FROM pg_class AS c
    JOIN pg_constraint AS k ON k.conrelid = c.oid AND k.contype = 'f'
    JOIN pg_class AS p ON p.oid = k.confrelid
    WHERE ${ours}`,
  // First finds which sequences are ours: asking for the last value of another schema's sequence fails while that schema is
  // dropped.
  lastIds: sql`
    WITH own AS MATERIALIZED (
      SELECT c.relname AS "table", s.seqrelid AS sequence
      FROM pg_sequence AS s
      JOIN pg_depend AS d ON d.objid = s.seqrelid AND d.deptype IN ('a', 'i') AND d.refclassid = 'pg_class'::regclass
      JOIN pg_class AS c ON c.oid = d.refobjid
      WHERE ${ours})
    SELECT "table", pg_sequence_last_value(sequence) AS id FROM own WHERE pg_sequence_last_value(sequence) IS NOT NULL`,
  // Indexes and the sequences of keys move with their table, and so would triggers. The functions are those of the full-text
  // index.
  settingAside: ({ schema, tables }) => sql`
    SELECT statement FROM (
      SELECT 0 AS place, format('CREATE SCHEMA %I', ${schema}::text) AS statement
      UNION ALL SELECT 1, format('ALTER TABLE %I.%I SET SCHEMA %I', current_schema(), c.relname, ${schema}::text)
        FROM pg_class AS c
        WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = ${ourSchema}
          AND (c.relname IN (${listed([...tables])}) OR left(c.relname, length(${INDEX_PREFIX}::text)) = ${INDEX_PREFIX}::text)
      UNION ALL SELECT 2, format('ALTER FUNCTION %s SET SCHEMA %I', p.oid::regprocedure, ${schema}::text)
        FROM pg_proc AS p
        WHERE p.pronamespace = ${ourSchema} AND left(p.proname, length(${INDEX_PREFIX}::text)) = ${INDEX_PREFIX}::text
    ) AS all_of_them ORDER BY place`,
  setLastId: ({ table, id }) => [sql`SELECT setval(pg_get_serial_sequence(${table}, 'id'), ${id})`],
};
