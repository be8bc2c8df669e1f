// `courant config`: every setting, its value, default and meaning.
import { describeConfig, readConfig, unknownSettings } from '../config.ts';
import { type Command, exitCodes } from './command.ts';

export const showConfig: Command = {
  name: 'config',
  words: [],
  summary: 'Show every setting with its value, default and meaning. Fails if one is wrong.',
  options: {},
  async run({ io }) {
    for (const { variable, value, fallback, meaning } of describeConfig(io.environment)) {
      const changed = value === fallback ? '' : `  (default: ${fallback || 'empty'})`;
      io.out(`${variable}=${value}${changed}\n    ${meaning}\n`);
    }
    for (const name of unknownSettings(io.environment)) io.err(`${name} is not a setting of Courant\n`);
    readConfig(io.environment);
    return exitCodes.done;
  },
};
