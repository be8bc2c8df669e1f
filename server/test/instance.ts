// An instance on a real socket, in the process of its test: the program itself takes longer to start than most journeys through it, and
// the tests that use process.ts cover it.

import type { TestContext } from 'node:test';
import { systemClock } from '../src/clock.ts';
import { readConfig } from '../src/config.ts';
import { openLog } from '../src/log.ts';
import { parseAllowList } from '../src/net/allowed-addresses.ts';
import { openWeb } from '../src/net/web.ts';
import { serveHouse } from '../src/service.ts';
import { crawlerInTests } from './crawler-in-tests.ts';
import type { Environment } from './environment.ts';
import { inBoth, testLog } from './test-log.ts';

export interface Instance {
  url: string;
  setUpToken: string | undefined;
  /** Everything that was logged so far. */
  log(): string;
}

/** Serves until the test is over: the real house with the real web and time, all in one thread. */
export async function openInstance(t: TestContext, environment: Environment): Promise<Instance> {
  const config = readConfig(environment);
  const allow = parseAllowList(config.fetchAllow);
  if ('mistakes' in allow) throw new Error(allow.mistakes.join());
  const clock = systemClock;
  const web = openWeb({ allow, clock, userAgent: 'Courant' });
  let logged = '';
  const kept = openLog({
    level: 'info',
    now: clock.now,
    write(line) {
      logged += line;
    },
  });
  const log = inBoth(kept, testLog(t, { now: clock.now }));
  const { url, setUpToken, close } = await serveHouse({
    config,
    log,
    clock,
    openCrawler: (store) => crawlerInTests({ store, web, clock, chance: Math.random, log }),
  });
  t.after(async () => {
    await close();
    await web.close();
  });
  return { url, setUpToken, log: () => logged };
}
