// Kept documents stay as they were received, even if that was not gzip.
import type { Migration } from './migration.ts';

export const packings: Migration = {
  name: 'packings',
  // A name of HTTP's list of content codings (RFC 9110 §18.6).
  statements: () => [`ALTER TABLE source_bodies ADD COLUMN packing TEXT NOT NULL DEFAULT 'gzip'`],
};
