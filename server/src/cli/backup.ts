// `courant backup` and `courant restore`: an instance as one file, and back.
import { systemClock } from '../clock.ts';
import { readConfig } from '../config.ts';
import { backUpDatabase, restoreDatabase } from '../service.ts';
import { type Command, exitCodes, type Io } from './command.ts';

const BYTES_OF_MB = 1_000_000;

export const backUp: Command = {
  name: 'backup',
  words: [],
  summary:
    'Write the whole instance into one file while the service runs, and prove that it can be restored.',
  details: `The file is an SQLite database, whatever the instance is kept in, and can be restored into either.
It gets its name only after it was restored into a scratch database and every row was compared,
so the disk needs room for two. It holds everything, also what signs people in: only its owner
may read it.`,
  options: {
    to: {
      type: 'string',
      summary: 'A new file, or a folder (with a slash at its end); left out: `backups` beside the database',
    },
    keep: { type: 'string', summary: 'Remove older backups from that folder until so many are left' },
  },
  async run({ options: { to, keep }, io }) {
    if (keep !== undefined && !/^[1-9]\d{0,5}$/.test(String(keep))) {
      io.err('Cannot back up: --keep must be a number from 1\n');
      return exitCodes.usage;
    }
    const { database } = readConfig(io.environment);
    const made = await backUpDatabase(
      {
        from: database,
        ...(typeof to === 'string' && { to }),
        ...(keep !== undefined && { keep: Number(keep) }),
        signal: stopSignal(io),
      },
      systemClock,
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
  summary: 'Put a backup in the place of the instance. Stop the service first, on all nodes.',
  details: `The database of the settings must hold nothing, or say --replace: what it holds is then set
aside, beside the file or in another schema of PostgreSQL, and can be put back. What breaks a
restore off loses nothing: give the same command again. A backup of an older version is brought
up to date.`,
  options: {
    replace: { type: 'boolean', summary: 'Set the instance aside that is there' },
  },
  async run({ words: [backup = ''], options: { replace }, io }) {
    const { database } = readConfig(io.environment);
    const made = await restoreDatabase(
      { backup, to: database, replace: replace === true, signal: stopSignal(io) },
      systemClock,
    );
    if (made.setAside !== undefined) io.out(`What was there before is now ${made.setAside}\n`);
    if (!made.isCompared)
      io.out('The backup does not say what it should hold, so only its pages could be looked through\n');
    io.out(`Restored ${made.rows} rows of ${made.tables} tables from ${backup}\n`);
    return exitCodes.done;
  },
};

/** Told when the process is asked to stop. */
function stopSignal(io: Io): AbortSignal {
  const stopping = new AbortController();
  io.stopped.then(() => stopping.abort());
  return stopping.signal;
}
