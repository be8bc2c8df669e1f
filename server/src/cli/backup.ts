// `courant backup` and `courant restore`: saves an instance to one file, and restores it.
import { systemClock } from '../clock.ts';
import { readConfig } from '../config.ts';
import { backUpDatabase, type CopyProgress, namesFolder, restoreDatabase } from '../service.ts';
import { type Command, exitCodes, type Invocation, type Io } from './command.ts';
import { linesOf } from './database.ts';

type Option = Invocation['options'][string];

const BYTES_OF_MB = 1_000_000;

export const backUp: Command = {
  name: 'backup',
  words: [],
  summary: 'Write the whole instance to one file while it runs, and prove that the file can be restored.',
  details: `The file is an SQLite database, whichever database the instance uses, and can be restored into
either. It gets its name only after it was restored into a scratch database and every row was
compared, so the disk needs room for two. It holds everything, including credentials: only its
owner can read it. With PostgreSQL, the default folder is \`data/backups/\`.`,
  options: {
    to: {
      type: 'string',
      argument: 'FILE',
      summary: 'A new file, or a folder ending in /. Default: `backups/` beside the database.',
    },
    keep: { type: 'string', argument: 'N', summary: 'Keep only the newest N backups in that folder.' },
  },
  async run({ options: { to, keep }, io }) {
    const mistake = mistakeIn(to, keep);
    if (mistake !== undefined) {
      io.err(`Cannot back up: ${mistake}\n`);
      return exitCodes.usage;
    }
    const { database } = readConfig(io.environment);
    const made = await watching(io, (waiting) =>
      backUpDatabase(
        {
          from: database,
          ...(typeof to === 'string' && { to }),
          ...(keep !== undefined && { keep: Number(keep) }),
          ...waiting,
        },
        systemClock,
      ),
    );
    const megabytes = (made.bytes / BYTES_OF_MB).toFixed(1);
    io.out(
      `Backed up ${made.rows} rows of ${made.tables} tables, restored and compared: ${made.file} (${megabytes} MB)\n`,
    );
    for (const name of made.pruned) io.out(`Removed ${name}\n`);
    return exitCodes.done;
  },
};

export const restore: Command = {
  name: 'restore',
  words: ['FILE'],
  summary: 'Restore a backup. Stop the service first, on every node.',
  details: `It goes into the database that the settings name. That one must be empty, or --replace be given:
what it holds is then set aside, next to the file or in another PostgreSQL schema, and can be put
back. An interrupted restore loses nothing: run the same command again. A backup of an older
version is brought up to date.`,
  options: {
    replace: { type: 'boolean', summary: 'Set aside the instance that is there.' },
  },
  async run({ words: [backup = ''], options: { replace }, io }) {
    if (isAddress(backup)) {
      io.err('Cannot restore: FILE is an address, must be a file\n');
      return exitCodes.usage;
    }
    const { database } = readConfig(io.environment);
    const tellAside = (place: string) => io.out(`What was there before is now ${place}\n`);
    const made = await watching(io, (waiting) =>
      restoreDatabase(
        { backup, to: database, replace: replace === true, tellAside, ...waiting },
        systemClock,
      ),
    );
    if (!made.isCompared)
      io.out('The backup does not record what it should hold, so only its pages could be checked\n');
    io.out(`Restored ${made.rows} rows of ${made.tables} tables from ${backup}\n`);
    return exitCodes.done;
  },
};

function mistakeIn(to: Option, keep: Option): string | undefined {
  if (keep !== undefined && !/^[1-9]\d{0,5}$/.test(String(keep)))
    return '--keep must be a whole number from 1 to 999999';
  if (to === undefined) return undefined;
  if (to === '') return '--to is empty, must be a file or a folder';
  if (isAddress(String(to))) return '--to is an address, must be a file or a folder';
  return keep === undefined || namesFolder(String(to))
    ? undefined
    : '--keep needs a folder in which backups bear names of their own';
}

/** Of a database or an object store. It is not repeated: it may have a password in it. */
function isAddress(path: string): boolean {
  return /^[\w+.-]+:\/\//.test(path);
}

/** Runs work that ends when the process is asked to stop, and of which a person at a terminal sees how far it is. */
async function watching<T>(
  io: Io,
  work: (waiting: { signal: AbortSignal; tell: (progress: CopyProgress) => void }) => Promise<T>,
): Promise<T> {
  const stopping = new AbortController();
  io.stopped.then(() => stopping.abort());
  const lines = linesOf((text) => io.watched?.(text));
  const done = await work({ signal: stopping.signal, tell: lines.tell });
  lines.end();
  return done;
}
