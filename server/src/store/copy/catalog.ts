// What a database tells of its own tables, for whoever copies or counts them all.
import type { Sql } from '../sql.ts';

/** Statements, for they are what differs between databases. */
export interface Catalog {
  /** Each column (`table`, `name`, `key_place`) of all tables but those of the full-text index, which is made anew from the posts. */
  readonly columns: Sql;
  /** Which table points to which (`table`, `parent`). */
  readonly references: Sql;
  /** The greatest id (`table`, `id`) that was ever given in each table that gives ids itself. They must not be given again. */
  readonly lastIds: Sql;
  setLastId(last: LastId): readonly Sql[];
  /**
   * Gives the statements (`statement`) that put these tables and the full-text index into a schema of that name, which they make: what
   * others have beside them stays.
   */
  settingAside(to: { schema: string; tables: ReadonlySet<string> }): Sql;
}

export interface LastId {
  table: string;
  id: number;
}

/** What a backup says of itself (backup/kept-sums.ts): no table of an instance. Sums that are made in another way need another name. */
export const KEPT_SUMS = 'courant_backup_sums';

/** Tables of the full-text index are named so. */
export const INDEX_PREFIX = 'post_words';
