// How much a copy handles at once.

export const copying = {
  mostRows: 2_000,
  /** Texts and bytes of a page, which is in memory on both sides at once. A row that is longer by itself is a page. */
  bytes: 4_000_000,
  /** Values in one statement: SQLite takes 32,766, PostgreSQL 65,535. */
  values: 30_000,
} as const;
