// `courant serve`: opens the house to the world until it is asked to stop.
import { systemClock } from '../clock.ts';
import { readConfig, unknownSettings } from '../config.ts';
import { openLog } from '../log.ts';
import { serveHouse } from '../service.ts';
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
    io.out(`Courant is at ${service.url}\n`);
    if (service.setUpToken) {
      io.out(
        `There is no account yet. Make the first one at ${service.url}/set-up with this code:\n\n    ${service.setUpToken}\n\n`,
      );
    }
    await io.stopped;
    await service.close();
    return exitCodes.done;
  },
};
