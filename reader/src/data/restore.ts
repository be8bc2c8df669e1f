// Brings the saved rows into memory: first those that the first list shows, the others while the browser is idle.
import { signal } from '@preact/signals';
import { takeSaved } from './copy.ts';
import { type RowIndex, readRow, readRows } from './database.ts';
import { idle } from './idle.ts';
import { firstSavedRows, restoredAtOnce } from './limits.ts';
import { repeatOn } from './queue.ts';

/** Rows: all unread, all starred, or all. */
export type Part = RowIndex | 'all';

/** The parts that are in memory. */
export const restored = signal<ReadonlySet<Part>>(new Set());

let portion = Promise.withResolvers<void>();

/** The first rows of the list that is shown first: as many as the first screen holds. */
export async function restoreFirst(first: RowIndex): Promise<void> {
  const found = await readRows(first, { after: undefined, count: firstSavedRows });
  take(found);
  if (found.rows.length < firstSavedRows) finish(first);
}

/** All others, in portions. Never rejects: a database that fails counts as empty. */
export async function restoreRest(): Promise<void> {
  for (const part of ['unread', 'starred', 'all'] as const) {
    let after: IDBValidKey | undefined;
    do {
      await idle();
      after = take(await readRows(part === 'all' ? undefined : part, { after, count: restoredAtOnce }));
    } while (after !== undefined);
    finish(part);
  }
}

/** Called when there is no saved copy. */
export function nothingToRestore(): void {
  for (const part of ['unread', 'starred', 'all'] as const) finish(part);
}

/** Resolves when all of a part is in memory, or as soon as there is enough; to whether it is all. */
export async function untilRestored(part: Part, isEnough = () => false): Promise<boolean> {
  while (!restored.peek().has(part) && !isEnough()) await portion.promise;
  return restored.peek().has(part);
}

/** Brings one row into memory before its turn; resolves to whether the database has it. */
export async function restoreRow(id: number): Promise<boolean> {
  const row = await readRow(id);
  if (row) repeatOn(takeSaved([row]));
  return row !== undefined;
}

/** Returns where the next portion begins; undefined after the last. */
function take({ rows, end }: Awaited<ReturnType<typeof readRows>>): IDBValidKey | undefined {
  repeatOn(takeSaved(rows));
  announce();
  return end;
}

function finish(part: Part): void {
  restored.value = new Set([...restored.peek(), part]);
  announce();
}

function announce(): void {
  portion.resolve();
  portion = Promise.withResolvers();
}
