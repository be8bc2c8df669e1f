// The journal remembers who did it.
import type { Migration } from './migration.ts';

export const journalDoers: Migration = {
  name: 'journal doers',
  // JSON, with the name that an app had then. Null: not known.
  statements: () => [`ALTER TABLE journal ADD COLUMN done_by TEXT`],
};
