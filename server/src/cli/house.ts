// Opens the house for one command, without its doors and without its crawler's rounds.
import { nodeClock, systemClock } from '../clock.ts';
import { readConfig } from '../config.ts';
import { openLog } from '../log.ts';
import { type House, openHouse } from '../service.ts';
import type { ExitCode, Io } from './command.ts';

/** Runs `fn` in a house that is closed afterwards, whatever happens. */
export async function withHouse(io: Io, fn: (house: House) => Promise<ExitCode>): Promise<ExitCode> {
  const config = readConfig(io.environment);
  // What a command has to say it says itself; the log only tells what goes wrong.
  const log = openLog({ level: 'warn', now: systemClock.now, write: io.err });
  const house = await openHouse({ config, log, clock: nodeClock() });
  try {
    return await fn(house);
  } finally {
    await house.close();
  }
}
