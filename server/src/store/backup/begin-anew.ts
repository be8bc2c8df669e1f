// Sets a restored instance apart from the one that went on after the backup: apps have seen what that did since.
import type { Clock } from '../../clock.ts';
import { makeSingleFile } from '../dialects/sqlite-file.ts';
import { forgetFact, HISTORY } from '../facts.ts';
import { openStore } from '../open.ts';
import { sql } from '../sql.ts';

/** More items than arrive between two backups: a fixed number for a young instance, and a tenth of all items ever for an old one. */
const LEAST_SKIPPED = 100_000;
const PART_SKIPPED = 10;

/**
 * For an instance that nobody uses yet. Item ids given after the backup are not given again: apps that ask for newer items would miss
 * those. No cursor is valid any more, not even one from before the backup: the app may have made marks since, which its copy has.
 */
export async function beginAnew(path: string, clock: Clock): Promise<void> {
  const store = await openStore(`file:${path}`, clock);
  try {
    await store.write(async (tx) => {
      // SQLite's driver binds numbers as floating point, of which a part is seldom whole.
      await tx.run(sql`
        UPDATE counters SET value = CAST(value + CASE WHEN value > ${LEAST_SKIPPED * PART_SKIPPED}
          THEN value / ${PART_SKIPPED} ELSE ${LEAST_SKIPPED} END AS BIGINT)
        WHERE name = 'item'`);
      await forgetFact(tx, HISTORY);
    });
  } finally {
    await store.close();
  }
  makeSingleFile(path);
}
