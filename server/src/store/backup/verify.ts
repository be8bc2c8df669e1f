// Checks that a file is a whole instance of Courant, and that it holds what it should.
import { statSync } from 'node:fs';
import type { Clock } from '../../clock.ts';
import { copyUnderWay } from '../copy/progress.ts';
import { tablesOf } from '../copy/tables.ts';
import { firstFault, readSnapshot } from '../dialects/sqlite-file.ts';
import { knownSchemaVersion, schemaVersion } from '../migrate.ts';
import type { ReadTx } from '../store.ts';
import { compareWithKept, type Sums } from './kept-sums.ts';
import type { Tell } from './watch.ts';

/** Throws with a sentence if a database is not an instance that this program can work with. */
export async function requireInstance(tx: ReadTx, action: string, what: string): Promise<void> {
  const tables = new Set((await tablesOf(tx)).map(({ name }) => name));
  if (!tables.has('schema_versions') || !tables.has('users'))
    throw new Error(`Cannot ${action}: ${what} holds no instance of Courant`);
  const version = await schemaVersion(tx);
  if (version > knownSchemaVersion)
    throw new Error(
      `Cannot ${action}: the schema of ${what} is version ${version}, this program knows ${knownSchemaVersion}; use a newer Courant`,
    );
  if ((await copyUnderWay(tx)) !== undefined)
    throw new Error(`Cannot ${action}: a copy into ${what} has not ended`);
}

export interface Verified {
  sums: Sums;
  /** Whether it records itself what it should hold: backups of older versions do not. */
  isCompared: boolean;
}

/** Throws with a sentence if a file is not a whole instance of Courant. `name` is what the user who typed the command calls it. */
export async function verifyFile(
  path: string,
  clock: Clock,
  { action, name, tell }: { action: string; name: string; tell: Tell },
): Promise<Verified> {
  const fault = firstFault(path);
  if (fault !== undefined)
    throw new Error(`Cannot ${action}: ${name} is damaged, or is no database: ${fault}`);
  return readSnapshot(path, clock, async (tx) => {
    await requireInstance(tx, action, name);
    return compareWithKept(tx, { action, name, tell });
  });
}

export function requireFile(path: string, action: string): void {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile())
    throw new Error(`Cannot ${action}: there is no file ${path}`);
  for (const end of ['-wal', '-journal']) requireNone(path, end, action);
}

/** SQLite would use a log only together with its file: a copy of the file alone is older, or torn. */
function requireNone(path: string, end: string, action: string): void {
  if ((statSync(path + end, { throwIfNoEntry: false })?.size ?? 0) === 0) return;
  throw new Error(
    `Cannot ${action}: ${path} is not a backup but a database in use, or of a service that was killed: its last writes are in ${path}${end}; give \`courant backup\` for it, and restore the file that it writes`,
  );
}

/** Throws with a sentence if a database does not hold what it was made from. */
export function requireSame(expected: Sums, found: Sums, action: string): void {
  for (const [table, { rows, sum }] of expected) {
    const there = found.get(table);
    if (there?.rows === rows && there.sum === sum) continue;
    throw new Error(
      `Cannot ${action}: ${table} has ${there?.rows ?? 0} rows when it is restored and ${rows} in the database, or other values`,
    );
  }
}
