// Opens the house for one command, without its doors and without its crawler's rounds.
import { nodeClock, systemClock } from '../clock.ts';
import { readConfig } from '../config.ts';
import { openLog } from '../log.ts';
import { type House, openHouse } from '../service.ts';
import type { ExitCode, Io } from './command.ts';

/**
 * Runs `fn` in a house that is closed afterwards, whatever happens. Most commands are about what is there: a path that was mistyped
 * is no place to make a database at.
 */
export async function withHouse(
  io: Io,
  fn: (house: House) => Promise<ExitCode>,
  { mayBeFirst = false } = {},
): Promise<ExitCode> {
  const config = readConfig(io.environment);
  // What a command has to say it says itself; the log only tells what goes wrong.
  const log = openLog({ level: 'warn', now: systemClock.now, write: io.err });
  const house = await openHouse({ config, log, clock: nodeClock(), mustBeThere: !mayBeFirst });
  try {
    return await fn(house);
  } finally {
    await house.close();
  }
}
