// Why a feed of an import could not be followed, in a word beside the sentence.
import type { Migration } from './migration.ts';

export const importCodes: Migration = {
  name: 'import codes',
  statements: () => [`ALTER TABLE import_feeds ADD COLUMN code TEXT`],
};
