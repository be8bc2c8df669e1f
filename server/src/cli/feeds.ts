// `courant feed …`: what an operator does about sources.
import { refreshSource } from '../library/sources.ts';
import { type Command, exitCodes } from './command.ts';
import { withHouse } from './house.ts';

export const refreshFeed: Command = {
  name: 'feed refresh',
  words: ['URL'],
  summary: 'Visit a source now, unless its site has asked for a pause, and report the outcome.',
  options: {},
  run({ words: [url = ''], io }) {
    return withHouse(io, async (house) => {
      io.out(`${await refreshSource(house.library, url)}\n`);
      return exitCodes.done;
    });
  },
};
