// What a reader has marked a moment ago knows its place in the user's sequence: what was marked since stays.
import type { Migration } from './migration.ts';

export const recentPlaces: Migration = {
  name: 'recent places',
  // Null: marked before this was kept, minutes ago.
  statements: () => ['ALTER TABLE recent_reads ADD COLUMN seq BIGINT'],
};
