// A program: a crawling node like `courant serve --role crawler`, but with short leases, so that tests need not wait.
import { nodeClock } from '../../src/clock.ts';
import { processEnvironment, readConfig } from '../../src/config.ts';
import { openLog } from '../../src/log.ts';
import { parseAllowList } from '../../src/net/allowed-addresses.ts';
import { openWeb } from '../../src/net/web.ts';
import { serveHouse } from '../../src/service.ts';
import { crawlerInTests } from '../crawler-in-tests.ts';

const config = readConfig(processEnvironment());
const clock = nodeClock();
const log = openLog({ level: 'info', now: clock.now });
const allow = parseAllowList(config.fetchAllow);
if ('mistakes' in allow) throw new Error(allow.mistakes.join());
const web = openWeb({ allow, clock, userAgent: 'Courant' });

const service = await serveHouse({
  config,
  log,
  clock,
  role: 'crawler',
  openCrawler: (store) =>
    crawlerInTests({
      store,
      web,
      clock,
      chance: Math.random,
      log,
      // Tells the origin which node is asking.
      agent: { product: 'Courant/0.1.0', contactUrl: config.publicUrl ?? '' },
      limits: { leaseMs: 6_000, gapMs: 20, longestSleepMs: 100, hostsAtOnce: 4 },
    }),
});
process.once('SIGTERM', () => {
  service
    .close()
    .then(() => web.close())
    .catch((error: unknown) => log.error('closing failed', { error }));
});
process.stdout.write(`Courant is at ${service.url}\n`);
