// Ids that were given to items after a backup are not given again to others: apps that ask for what is newer would miss those.
import type { Clock } from '../../clock.ts';
import { makeSingleFile } from '../dialects/sqlite-file.ts';
import { openStore } from '../open.ts';
import { sql } from '../sql.ts';

/** More items than come between two backups: for a young instance, and as a part of all that an old one has ever had. */
const LEAST_SKIPPED = 100_000;
const PART_SKIPPED = 10;

/** Of an instance that nobody uses yet. */
export async function skipItemIds(path: string, clock: Clock): Promise<void> {
  const store = await openStore(`file:${path}`, clock);
  try {
    await store.write((tx) =>
      tx.run(sql`
        UPDATE counters SET value = value + CASE WHEN value > ${LEAST_SKIPPED * PART_SKIPPED}
          THEN value / ${PART_SKIPPED} ELSE ${LEAST_SKIPPED} END
        WHERE name = 'item'`),
    );
  } finally {
    await store.close();
  }
  makeSingleFile(path);
}
