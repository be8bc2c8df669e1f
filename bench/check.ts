// `npm run bench:check`: a short run of the whole path, in two or three minutes; fails if a figure is beyond the bound of its budget.
import { readCommandLine } from '../scripts/command-line.ts';
import { judge, unmeasured } from './budgets.ts';
import { measureUnchanged } from './crawl/web.ts';
import { measureAll } from './whole/measure.ts';

readCommandLine('npm run bench:check --', {});
const figures = await measureAll({ databases: ['file'], sizes: [10_000, 100_000], calls: 30, rounds: 3 });
figures.crawl = { paces: [await measureUnchanged(2)], latencies: [] };
for (const { name, text, reachesAim, isWithinBound } of judge(figures)) {
  const verdict = isWithinBound ? (reachesAim ? 'good ' : 'short of its aim ') : 'WORSE than its bound ';
  process.stdout.write(`${verdict} ${name}: ${text}\n`);
  if (!isWithinBound) process.exitCode = 1;
}
for (const name of unmeasured(figures)) {
  process.stdout.write(`NOT MEASURED ${name}\n`);
  process.exitCode = 1;
}
