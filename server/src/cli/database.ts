// `courant database …`: what an operator does with the database itself.
import { systemClock } from '../clock.ts';
import { readConfig, readDatabase } from '../config.ts';
import { type CopyProgress, copyDatabase, migrateStore } from '../service.ts';
import { type Command, exitCodes } from './command.ts';

export const migrateDatabase: Command = {
  name: 'database migrate',
  words: [],
  summary: 'Bring the database schema up to date. `serve` does this too.',
  options: {},
  async run({ io }) {
    const applied = await migrateStore(readConfig(io.environment), systemClock);
    io.out(applied.length === 0 ? 'The schema is up to date\n' : `Applied: ${applied.join(', ')}\n`);
    return exitCodes.done;
  },
};

export const copyTheDatabase: Command = {
  name: 'database copy',
  words: [],
  summary: 'Copy an instance to another database and compare every row of both.',
  details: `Stop the service first: a file that is in use is refused. The target must not hold an instance.
The source is only read, and must have been served by this version. An interrupted copy loses
nothing: run the same command again and it continues. The search index is rebuilt once the copy
is served.`,
  options: {
    from: {
      type: 'string',
      argument: 'ADDRESS',
      isRequired: true,
      summary: 'The database to copy: file:PATH or postgres://…',
    },
    to: { type: 'string', argument: 'ADDRESS', isRequired: true, summary: 'The database to copy it to.' },
    afresh: { type: 'boolean', summary: 'Discard an interrupted copy and start again.' },
  },
  async run({ options, io }) {
    const addresses = { from: String(options.from), to: String(options.to) };
    const mistake = mistakeIn(addresses);
    if (mistake !== undefined) {
      io.err(`Cannot copy the database: ${mistake}\n`);
      return exitCodes.usage;
    }
    const lines = linesOf(io.out);
    const copy = { ...addresses, afresh: options.afresh === true, tell: lines.tell };
    const { tables, rows } = await copyDatabase(copy, systemClock);
    lines.end();
    io.out(`Copied and compared ${rows} rows of ${tables} tables\n`);
    return exitCodes.done;
  },
};

function mistakeIn(addresses: Readonly<Record<'from' | 'to', string>>): string | undefined {
  for (const [option, address] of Object.entries(addresses)) {
    try {
      readDatabase(address);
    } catch (error) {
      return `--${option} ${error instanceof Error ? error.message : error}`;
    }
  }
  return undefined;
}

/** One line for each table when it is done: nobody wants to read thousands of pages. */
export function linesOf(say: (text: string) => void): { tell(progress: CopyProgress): void; end(): void } {
  let last: CopyProgress | undefined;
  const end = (): void => {
    if (last && last.rows > 0)
      say(`${last.step} ${last.table}: ${last.rows} ${last.rows === 1 ? 'row' : 'rows'}\n`);
  };
  return {
    tell(progress) {
      if (last && (last.table !== progress.table || last.step !== progress.step)) end();
      last = progress;
    },
    end,
  };
}
