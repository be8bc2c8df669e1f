// What a database tells about its own tables, for code that copies or counts them all.
import type { Sql } from '../sql.ts';

/** Statements, because these differ between databases. */
export interface Catalog {
  /**
   * Each column (`table`, `name`, `type`, `key_place`) of all tables but those of the full-text index, which is rebuilt from the
   * posts.
   */
  readonly columns: Sql;
  /** Which table points to which (`table`, `parent`). */
  readonly references: Sql;
  /** The greatest id (`table`, `id`) that was ever given in each table that gives ids itself. They must not be given again. */
  readonly lastIds: Sql;
  setLastId(last: LastId): readonly Sql[];
  /**
   * Selects the statements (`statement`) that make a schema of that name and move these tables and the full-text index into it.
   * The tables of other programs stay.
   */
  settingAside(to: { schema: string; tables: ReadonlySet<string> }): Sql;
}

export interface LastId {
  table: string;
  id: number;
}

/**
 * The table in which a backup keeps its own sums (backup/kept-sums.ts); not part of an instance. If sums are ever computed
 * differently, it needs another name.
 */
export const KEPT_SUMS = 'courant_backup_sums';

/** The names of all tables of the full-text index begin so. */
export const INDEX_PREFIX = 'post_words';
