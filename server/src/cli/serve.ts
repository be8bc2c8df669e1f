// `courant serve`: opens the house to the world until it is asked to stop.
import { systemClock } from '../clock.ts';
import { readConfig, unknownSettings } from '../config.ts';
import { openLog } from '../log.ts';
import { type Service, serveHouse } from '../service.ts';
import { type Command, exitCodes } from './command.ts';

export const serve: Command = {
  name: 'serve',
  words: [],
  summary: 'Run the service: the API, the pages and the crawler.',
  options: {},
  async run({ io }) {
    const config = readConfig(io.environment);
    const log = openLog({ level: config.logLevel, now: systemClock.now, write: io.err });
    for (const name of unknownSettings(io.environment)) log.warn('unknown setting', { name });
    const service = await serveHouse({ config, log, clock: systemClock });
    io.out(greeting(service));
    await io.stopped;
    await service.close();
    return exitCodes.done;
  },
};

/** In one piece: whoever waits for the first line has the code too. */
function greeting({ url, setUpToken }: Service): string {
  const where = `Courant is at ${url}\n`;
  if (setUpToken === undefined) return where;
  return `${where}There is no account yet. Make the first one at ${url}/set-up with this code:\n\n    ${setUpToken}\n\n`;
}
