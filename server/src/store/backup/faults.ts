// Turns errors of files and databases into a sentence for whoever typed the command.
import { mistakeOf } from '../dialects/postgres-mistakes.ts';

/** SQLITE_FULL. */
const SQLITE_FULL = 13;

/** Runs `fn`. Errors of the file system and of databases, and the end by `signal`, become a sentence about what could not be done. */
export async function explaining<T>(
  { action, signal }: { action: string; signal: AbortSignal | undefined },
  fn: () => Promise<T>,
): Promise<T> {
  try {
    return await fn();
  } catch (error) {
    // Also behind the sentence of a store, which calls it a fault of its database: that may be a file that we are making.
    if (isForRoom(error))
      throw new Error(`Cannot ${action}: there is no room left on the disk`, { cause: error });
    const isSentence = error instanceof Error && error.message.startsWith('Cannot');
    if (signal?.aborted && !isSentence) throw new Error(`Cannot ${action}: it was stopped`, { cause: error });
    const sentence = error instanceof Error ? sentenceOf(error) : undefined;
    throw sentence === undefined
      ? (mistakeOf(error) ?? error)
      : new Error(`Cannot ${action}: ${sentence}`, { cause: error });
  }
}

function isForRoom(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, errcode, cause } = error as Error & { code?: unknown; errcode?: unknown };
  return code === 'ENOSPC' || errcode === SQLITE_FULL || isForRoom(cause);
}

function sentenceOf(error: Error): string | undefined {
  const facts = error as Error & { code?: unknown; errcode?: unknown };
  if (facts.errcode !== undefined) return `SQLite says: ${error.message}`;
  // An SQLSTATE of PostgreSQL: 42501: permission denied for database courant.
  if (typeof facts.code === 'string' && /^(?=.*\d)[0-9A-Z]{5}$/.test(facts.code))
    return `PostgreSQL says: ${error.message}`;
  // Of the system: EACCES: permission denied, open '/backups/…'.
  if (typeof facts.code === 'string' && /^E[A-Z]+$/.test(facts.code)) return error.message;
  return undefined;
}
