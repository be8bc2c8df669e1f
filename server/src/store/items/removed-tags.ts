// Tags that are removed but can come back: the journal keeps which items had them.
import { packIds, unpackIds } from '../../model/id-ranges.ts';
import { readPart, standingEntries } from '../journal.ts';
import { sql } from '../sql.ts';
import type { WriteTx } from '../store.ts';

/** For items that are replaced by others: a removed tag that one of them had comes back on its heir. */
export async function inheritRemovedTags(
  tx: WriteTx,
  userId: number,
  heirs: ReadonlyMap<number, number>,
): Promise<void> {
  for (const entry of await standingEntries(tx, userId, 'tag.removed')) {
    for (let part = 0; part < entry.parts; part++) {
      const ids = unpackIds((await readPart(tx, entry.id, part))?.items ?? '');
      if (!ids.some((id) => heirs.has(id))) continue;
      const items = new Set(ids.map((id) => heirs.get(id) ?? id));
      await tx.run(sql`
        UPDATE journal_parts SET items = ${packIds([...items].sort((a, b) => a - b))}
        WHERE entry_id = ${entry.id} AND part = ${part}`);
    }
  }
}
