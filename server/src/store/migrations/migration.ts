// What a migration is.
import type { Dialect } from '../store.ts';

/** A step of the schema's history. Its statements run in one transaction; its place in the list is its number. */
export interface Migration {
  name: string;
  statements(
    columns: Dialect['columns'],
    search: Dialect['search'],
    tables: Pick<Dialect, 'rare' | 'roomy'>,
  ): readonly string[];
}
