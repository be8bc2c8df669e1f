// Merges the pieces of the full-text index into one whenever the posts have grown considerably, a little at a time: each search
// of the index starts in all of its pieces, and each piece lists its words again. Only for databases that do not do it themselves.
import { forgetFact, readFact, writeFact } from '../facts.ts';
import { newestId } from '../sources/newest-id.ts';
import type { WriteTx } from '../store.ts';
import type { MergedTable } from './search-dialect.ts';

/** Each piece has its own list of words, so many pieces take more room. With fewer posts that is a megabyte at most. */
const LEAST_POSTS = 1_000;
/** Whatever is written to the index is rewritten four or five times over the years; with half this growth it would be nine times. */
const GROWTH = 1.25;
/** The greatest id of any post when the last merging began. */
const MERGED_AT = 'search-merged-at';
/** The table whose pieces are being merged; absent if none. */
const MERGING = 'search-merging';

/** Does a portion of the work. False if there is none for now. */
export async function mergeIndex(tx: WriteTx): Promise<boolean> {
  const { search } = tx.dialect;
  const merged = [...search.merged, ...search.full.merged];
  const name = await readFact(tx, MERGING);
  if (name === undefined) return (await isWorthIt(tx)) && beginNext(tx, merged);
  const place = merged.findIndex((table) => table.name === name);
  const table = merged[place];
  if (table && (await hasWorked(tx, table))) return true;
  return beginNext(tx, merged.slice(place + 1));
}

/** For code that writes the whole index anew. */
export async function forgetMerging(tx: WriteTx): Promise<void> {
  await forgetFact(tx, MERGED_AT);
  await forgetFact(tx, MERGING);
}

async function isWorthIt(tx: WriteTx): Promise<boolean> {
  if (tx.dialect.search.merged.length === 0) return false;
  const newest = await newestId(tx);
  if (newest < Math.max(LEAST_POSTS, Number((await readFact(tx, MERGED_AT)) ?? 0) * GROWTH)) return false;
  await writeFact(tx, MERGED_AT, String(newest));
  return true;
}

async function beginNext(tx: WriteTx, [next]: readonly MergedTable[]): Promise<boolean> {
  if (!next) {
    await forgetFact(tx, MERGING);
    return false;
  }
  await tx.run(next.begin);
  await writeFact(tx, MERGING, next.name);
  return true;
}

/** A merge that finds nothing to do makes exactly one change (https://sqlite.org/fts5.html#the_merge_command). */
async function hasWorked(tx: WriteTx, { goOn, changes }: MergedTable): Promise<boolean> {
  const before = await tx.get<{ count: number }>(changes);
  await tx.run(goOn);
  const after = await tx.get<{ count: number }>(changes);
  return (after?.count ?? 0) - (before?.count ?? 0) > 1;
}
