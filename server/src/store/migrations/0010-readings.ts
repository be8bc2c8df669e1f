// What the posts of a kept document were read as: posts that come again unchanged need not be read again.
import type { Migration } from './migration.ts';

export const readings: Migration = {
  name: 'readings',
  // JSON: the fingerprint of each post of the document, as published, and the hash of its text. Null: not known.
  statements: () => [`ALTER TABLE source_bodies ADD COLUMN readings TEXT`],
};
