// What a reader marked a moment ago has its place in the user's sequence, so that what was marked since stays.
import type { Migration } from './migration.ts';

export const recentPlaces: Migration = {
  name: 'recent places',
  // Null: marked before this was kept, minutes ago.
  statements: () => ['ALTER TABLE recent_reads ADD COLUMN seq BIGINT'],
};
