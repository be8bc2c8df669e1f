// Counts the visits that a crawler puts off because somebody else has the turn at their host: its log tells.
import type { Log } from '../src/log.ts';

interface PutOff {
  count: number;
  /** The log for the crawler. */
  log: Log;
}

export function countPutOff(log: Log): PutOff {
  const counted: PutOff = {
    count: 0,
    log: {
      ...log,
      debug(event, facts) {
        if (event === 'visit put off') counted.count++;
        log.debug(event, facts);
      },
    },
  };
  return counted;
}
