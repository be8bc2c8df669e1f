// Schemas that development versions made differently get the shape that all others have.
import type { Dialect } from '../store.ts';
import { upkeep } from './0008-upkeep.ts';
import { appPasswords } from './0012-app-passwords.ts';
import type { Migration } from './migration.ts';

/** Some of the earlier steps were changed after instances had taken them. */
export const oneShape: Migration = {
  name: 'one shape',
  statements: ({ thenById }, _search, { rare }) => [
    `CREATE INDEX IF NOT EXISTS imports_end ON imports (ended_at) WHERE ended_at IS NOT NULL`,
    `CREATE INDEX IF NOT EXISTS removed_items_user ON removed_items (user_id)`,
    `DROP INDEX IF EXISTS journal_shelves`,
    `CREATE INDEX journal_shelves ON journal (undone_by${thenById}) WHERE action = 'feed.removed' AND undone_by IS NULL`,
    ...rare('items', 'user_id'),
    ...rare('items', 'feed_id'),
  ],
  mend: ({ columns, references }, dialect) => [
    ...(columns.has('full_texts.hops') ? [] : makeAgain(upkeep, ['full_texts'], dialect)),
    ...(columns.has('forgotten_posts.looks') ? [] : makeAgain(upkeep, ['forgotten_posts'], dialect)),
    ...(columns.get('app_passwords.id') === 'text'
      ? makeAgain(appPasswords, ['app_password_keys', 'app_passwords'], dialect)
      : []),
    ...(columns.has('tags.created_at') ? [`ALTER TABLE tags DROP COLUMN created_at`] : []),
    // PostgreSQL's REAL has four bytes, so a bucket of an SQLite file could not be copied into it as it was.
    ...(dialect.name === 'postgres'
      ? [`ALTER TABLE throttles ALTER COLUMN tokens TYPE DOUBLE PRECISION`]
      : []),
    ...(references.has('icons hosts') ? letGoOfHosts : []),
  ],
};

/** Tables that nothing could be written to as they were, so nothing is lost. */
function makeAgain(
  step: Migration,
  tables: readonly string[],
  { columns, search, rare, roomy }: Dialect,
): readonly string[] {
  const ofThem = new RegExp(`^CREATE (?:TABLE|INDEX \\w+ ON) (?:${tables.join('|')}) `);
  return [
    ...tables.map((table) => `DROP TABLE ${table}`),
    ...step.statements(columns, search, { rare, roomy }).filter((text) => ofThem.test(text)),
  ];
}

/** A host could not be forgotten as long as an icon pointed to it. */
const letGoOfHosts: readonly string[] = [
  `DROP INDEX icons_due`,
  `ALTER TABLE icons RENAME COLUMN host_id TO held_host_id`,
  `ALTER TABLE icons ADD COLUMN host_id BIGINT NOT NULL DEFAULT 0`,
  `UPDATE icons SET host_id = held_host_id`,
  `ALTER TABLE icons DROP COLUMN held_host_id`,
  `CREATE INDEX icons_due ON icons (host_id, due_at) WHERE due_at IS NOT NULL`,
];
