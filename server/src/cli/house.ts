// Opens the house for one command, without its doors and without its crawler's rounds.
import { nodeClock, systemClock } from '../clock.ts';
import { readConfig } from '../config.ts';
import { openLog } from '../log.ts';
import { type House, openHouse } from '../service.ts';
import type { ExitCode, Io } from './command.ts';

/**
 * Runs `fn` in a house that is closed afterwards, whatever happens. Most commands need an existing instance: a mistyped address must not
 * create a database, nor tables in that of another program. None updates a schema: somebody who has just replaced the program may have the
 * old one running.
 */
export async function withHouse(
  io: Io,
  fn: (house: House) => Promise<ExitCode>,
  { mayBeFirst = false } = {},
): Promise<ExitCode> {
  const config = readConfig(io.environment);
  // Commands print their results themselves; the log reports only problems.
  const log = openLog({ level: 'warn', now: systemClock.now, write: io.err });
  const only = { mustBeThere: !mayBeFirst, leavesSchema: true };
  const house = await openHouse({ config, log, clock: nodeClock(), ...only });
  try {
    return await fn(house);
  } finally {
    await house.close();
  }
}
