// `courant serve`: runs the service until it is asked to stop.
import { nodeClock, systemClock } from '../clock.ts';
import { readConfig, unknownSettings } from '../config.ts';
import { openIdleMemory } from '../idle-memory.ts';
import { openLog } from '../log.ts';
import { roles, serveHouse } from '../service.ts';
import { closeInTime } from './close-in-time.ts';
import { type Command, exitCodes } from './command.ts';
import { gatherLines } from './gathered-lines.ts';
import { greeting } from './greeting.ts';

/** How long the last lines of the log may take to be read. A slow board needs a second of it to end its threads and to keep what it has compiled. */
const LAST_MS = 3_000;

export const serve: Command = {
  name: 'serve',
  words: [],
  summary: 'Run the service: the API, the pages and the crawler.',
  details: `With PostgreSQL, any number of nodes can share one database. A node does everything unless --role
says otherwise: \`api\` serves people and apps, \`crawler\` visits sites and answers only /health.`,
  options: {
    role: {
      type: 'string',
      argument: 'api|crawler',
      summary: 'Do only this part of the work. Default: both.',
    },
  },
  async run({ options: { role: wanted }, io }) {
    const role = roles.find((each) => each === wanted);
    if (wanted !== undefined && role === undefined) {
      io.err(`Cannot serve: --role must be one of ${roles.join(', ')}\n`);
      return exitCodes.usage;
    }
    const config = readConfig(io.environment);
    if (role !== undefined && config.database.startsWith('file:'))
      throw new Error(
        'Cannot serve: --role needs PostgreSQL; a database file belongs to one service that does everything',
      );
    const unread = io.unread ?? (() => 0);
    const write = gatherLines(io.err, (fn) => process.once('exit', fn), { unread, told: lossOf });
    const log = openLog({ level: config.logLevel, now: systemClock.now, write });
    io.uncaught?.((error) => log.error('ended by an error that nobody caught', { error }));
    for (const name of unknownSettings(io.environment)) log.warn('unknown setting', { name });
    const opening = serveHouse({ config, log, clock: nodeClock(), ...(role && { role }) });
    const service = await Promise.race([opening, io.stopped]);
    if (!service) {
      // It waits for a database, or for another node that changes the schema: neither is affected, and no request has been accepted.
      log.info('stopped before it was open');
      return io.leave(exitCodes.done);
    }
    io.out(greeting(service, config));
    const memory = openIdleMemory(systemClock);
    // Gives back the memory that loading needed.
    memory.worked();
    await io.stopped;
    memory.close();
    const isClosed = await closeInTime(service.close, { clock: systemClock, log });
    if (!isClosed) return io.leave(exitCodes.done);
    // Lines of the log that nobody reads would keep the process, and names that a resolver does not answer for half a minute:
    // supervisors kill it sooner, and call that a failure.
    setTimeout(io.drop, LAST_MS).unref();
    return exitCodes.done;
  },
};

/** The line of the log that tells how many others are missing. */
function lossOf(lines: number): string {
  let line = '';
  const write = (text: string): void => {
    line = text;
  };
  openLog({ level: 'warn', now: systemClock.now, write }).warn('lines of the log were lost', { lines });
  return line;
}
