// `courant database …`: what an operator does to the database itself.
import { systemClock } from '../clock.ts';
import { readConfig } from '../config.ts';
import { migrateStore } from '../service.ts';
import { type Command, exitCodes } from './command.ts';

export const migrateDatabase: Command = {
  name: 'database migrate',
  words: [],
  summary: 'Bring the schema of the database up to date. `serve` does so too.',
  options: {},
  async run({ io }) {
    const applied = await migrateStore(readConfig(io.environment), systemClock);
    io.out(applied.length === 0 ? 'The schema is up to date\n' : `Applied: ${applied.join(', ')}\n`);
    return exitCodes.done;
  },
};
