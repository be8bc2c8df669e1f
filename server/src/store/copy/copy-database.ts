// `courant database copy`: copies from one address to another. The source is checked before the target is made, and is only read.
import { statSync } from 'node:fs';
import type { Clock } from '../../clock.ts';
import { explaining } from '../backup/faults.ts';
import { requireInstance } from '../backup/verify.ts';
import { isDatabase, readAlone } from '../dialects/sqlite-file.ts';
import { knownSchemaVersion, schemaVersion } from '../migrate.ts';
import { connectStore, openStore } from '../open.ts';
import type { ReadTx, Store } from '../store.ts';
import { type Copied, type CopyProgress, copyStore } from './copy-store.ts';

interface DatabaseCopy {
  /** Addresses of databases. */
  from: string;
  to: string;
  /** Forgets a copy that was interrupted. */
  afresh: boolean;
  tell: (progress: CopyProgress) => void;
}

const ACTION = 'copy the database';

/** Moves the instance of one address to another, which must hold none. May be called again, whatever has interrupted it. */
export function copyDatabase(copy: DatabaseCopy, clock: Clock): Promise<Copied> {
  if (copy.from === copy.to || areOneFile(copy))
    throw new Error(`Cannot ${ACTION}: both addresses are the same`);
  return explaining({ action: ACTION, signal: undefined }, () =>
    copy.from.startsWith('file:') ? fromFile(copy, clock) : fromPostgres(copy, clock),
  );
}

/** Whether both addresses lead to one file by different paths. */
function areOneFile({ from, to }: DatabaseCopy): boolean {
  const [source, target] = [from, to].map((address) =>
    address.startsWith('file:')
      ? statSync(address.slice('file:'.length), { throwIfNoEntry: false, bigint: true })
      : undefined,
  );
  return source !== undefined && source.dev === target?.dev && source.ino === target.ino;
}

/** Holds the file alone: what a running service still wrote would be missing in the copy, and nobody would be told. */
async function fromFile(copy: DatabaseCopy, clock: Clock): Promise<Copied> {
  const path = copy.from.slice('file:'.length);
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found?.isFile()) throw new Error(`Cannot ${ACTION}: there is no database at ${path}`);
  if (found.size > 0 && !isDatabase(path))
    throw new Error(`Cannot ${ACTION}: ${path} is no database of SQLite`);
  const copied = await readAlone(path, clock, async (tx) => {
    await requireOurs(tx, path);
    return copyInto({ read: (fn) => fn(tx) }, copy, clock);
  });
  if (copied) return copied;
  throw new Error(
    `Cannot ${ACTION}: ${path} is in use; stop the service first, and whatever else has it open`,
  );
}

/** Nothing here can tell whether nodes are still writing to it. */
async function fromPostgres(copy: DatabaseCopy, clock: Clock): Promise<Copied> {
  const source = await connectStore(copy.from, clock, { doesChores: true });
  try {
    await source.read((tx) => requireOurs(tx, 'the source'));
    return await copyInto(source, copy, clock);
  } finally {
    await source.close();
  }
}

async function requireOurs(tx: ReadTx, what: string): Promise<void> {
  await requireInstance(tx, ACTION, what);
  const version = await schemaVersion(tx);
  if (version !== knownSchemaVersion)
    throw new Error(
      `Cannot ${ACTION}: the schema of ${what} is version ${version}, this program makes ${knownSchemaVersion}; give \`courant database migrate\` for it first`,
    );
}

async function copyInto(
  from: Pick<Store, 'read'>,
  { to, afresh, tell }: DatabaseCopy,
  clock: Clock,
): Promise<Copied> {
  const target = await openStore(to, clock, { isTargetOfCopy: true });
  try {
    return await copyStore({ from, to: target, afresh, tell });
  } finally {
    await target.close();
  }
}
