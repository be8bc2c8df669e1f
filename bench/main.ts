// `npm run bench`: every figure that the documentation quotes. Prints its tables, and writes bench/results/whole.json, docs/performance.md and its plots.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { namesOf, readCommandLine, wholeNumber, wholeNumbers } from '../scripts/command-line.ts';
import { judge } from './budgets.ts';
import { keepFigures, keptFigures } from './places.ts';
import { giveUpAfter } from './time-limit.ts';
import type { Figures } from './whole/figures.ts';
import { measureAll } from './whole/measure.ts';
import { withSections } from './whole/page.ts';
import { plotLists, plotVersus } from './whole/plot.ts';
import { databases as allDatabases } from './whole/prepared.ts';
import { sectionsOf } from './whole/table.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

const values = readCommandLine('npm run bench --', {
  sizes: {
    type: 'string',
    default: '10000,100000,1000000',
    about: 'Items in each database, smallest first.',
  },
  databases: { type: 'string', default: allDatabases.join(), about: 'Which databases to measure.' },
  calls: { type: 'string', default: '100', about: 'Calls of each list.' },
  rounds: { type: 'string', default: '5', about: 'Rounds of each load.' },
  'no-crawl': {
    type: 'boolean',
    about: 'Skip the refresh of 10,000 feeds (two minutes) and report its last figures.',
  },
  'only-write': { type: 'boolean', about: 'Measure nothing; write the page from the last figures.' },
});
giveUpAfter(60, 'npm run bench');

const figures = values['only-write'] ? kept() : await measured();
writePage(figures);
for (const { name, text, reachesAim } of judge(figures)) {
  process.stdout.write(`${reachesAim ? 'reached' : 'MISSED '} ${name}: ${text}\n`);
}

async function measured(): Promise<Figures> {
  const figures = await measureAll({
    databases: namesOf('databases', values.databases, allDatabases),
    sizes: wholeNumbers('sizes', values.sizes),
    calls: wholeNumber('calls', values.calls),
    rounds: wholeNumber('rounds', values.rounds),
  });
  // The last figures of the crawl are not those of this run.
  let crawlFailed = false;
  if (!values['no-crawl']) {
    const words = [
      '--hosts=10000',
      '--new-hosts=1000',
      '--rounds=3',
      '--workloads=same,new',
      '--latency-hosts=10000',
    ];
    const crawl = [join(root, 'bench/crawl/main.ts'), ...words];
    const { status } = spawnSync(process.execPath, crawl, { stdio: 'inherit' });
    crawlFailed = status !== 0;
  }
  if (crawlFailed) {
    process.stderr.write('npm run bench: the crawl could not be measured; the page says so\n');
    process.exitCode = 1;
  } else figures.crawl = keptFigures<Figures['crawl']>('crawl');
  keepFigures('whole', figures);
  return figures;
}

function kept(): Figures {
  const figures = keptFigures<Figures>('whole');
  if (!figures) throw new Error('Cannot write: nothing was measured yet; npm run bench does that');
  return { ...figures, crawl: keptFigures<Figures['crawl']>('crawl') };
}

function writePage(figures: Figures): void {
  const page = join(root, 'docs/performance.md');
  const sections = sectionsOf(figures);
  for (const name of ['versus', 'lists', 'disk', 'visits', 'crawl'])
    process.stdout.write(`\n${sections[name]}`);
  process.stdout.write('\n');
  writeFileSync(page, withSections(readFileSync(page, 'utf8'), sections));
  mkdirSync(join(root, 'docs/performance'), { recursive: true });
  writeFileSync(join(root, 'docs/performance/bare-limit.svg'), plotVersus(figures));
  writeFileSync(join(root, 'docs/performance/lists.svg'), plotLists(figures));
}
