// How much a copy handles at once.

export const copying = {
  /** Rows of the first page of a table; later pages are as many as fill `bytes`. */
  firstPage: 200,
  mostRows: 2_000,
  /** The size of a page, which is in memory on both sides at once. */
  bytes: 4_000_000,
  /** Values in one statement: SQLite takes 32,766, PostgreSQL 65,535. */
  values: 30_000,
} as const;
