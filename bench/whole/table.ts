// The figures as Markdown, for docs/performance.md and for the terminal.
import { judge } from '../budgets.ts';
import { median } from '../crawl/figures.ts';
import { table } from '../markdown-table.ts';
import type { CallFigures } from './calls.ts';
import { type Figures, growthOf, slowOfAHundred } from './figures.ts';

export function sectionsOf(figures: Figures): Record<string, string> {
  return {
    machine: machineLine(figures),
    budgets: budgetTable(figures),
    versus: versusTable(figures),
    lists: listTable(figures),
    disk: diskTable(figures),
    crawl: crawlTable(figures),
    visits: visitTable(figures),
  };
}

function machineLine({ machine, day, footprint }: Figures): string {
  const starts = footprint?.startMs.map((ms) => ms.toFixed(0)).join(', ');
  return (
    `Measured on ${day} with Node ${machine.node} on ${machine.cores} cores (${machine.model}), load ${machine.load.toFixed(1)} at the start.\n` +
    (starts === undefined ? '' : `Starts took ${starts} ms.\n`)
  );
}

function budgetTable(figures: Figures): string {
  return table(
    ['', 'measured', 'aim', ''],
    judge(figures).map(({ name, text, aim, reachesAim }) => [
      name,
      text,
      aim,
      reachesAim ? 'reached' : 'missed',
    ]),
  );
}

function versusTable({ versus }: Figures): string {
  return table(
    ['', 'database', 'bytes', 'ours / s', 'bare / s', 'share of bare rate', 'range', 'share by CPU time'],
    versus.map(({ workload, database, bytes, perSecond, barePerSecond, rate, cpu }) => [
      workload,
      nameOf(database),
      String(bytes),
      perSecond.toFixed(0),
      barePerSecond.toFixed(0),
      rate.ratio.toFixed(2),
      `${rate.least.toFixed(2)}–${rate.most.toFixed(2)}`,
      cpu.ratio.toFixed(2),
    ]),
  );
}

function listTable({ calls }: Figures): string {
  const sizes = calls[0]?.sizes.map(({ items }) => items) ?? [];
  const heads = sizes.flatMap((items) => [`p50 at ${items.toLocaleString('en')}`, 'p99']);
  return table(
    ['', 'database', ...heads, 'p99, bare', 'growth'],
    groupsOf(calls).map((group) => {
      const [slowest] = [...group].sort((a, b) => lastMedian(b) - lastMedian(a));
      if (!slowest) return [];
      const cells = slowest.sizes.flatMap(({ ms }, place) => {
        const p99 = place === slowest.sizes.length - 1 ? slowOfAHundred(slowest) : ms.p99;
        return [ms.p50.toFixed(2), p99.toFixed(2)];
      });
      const name = group.length === 1 ? slowest.what : `${slowest.what} (the slowest of ${group.length})`;
      return [
        `${slowest.person}, ${name}`,
        nameOf(slowest.database),
        ...cells,
        slowest.often.length > 0 ? median(slowest.often.map(({ bare }) => bare.p99)).toFixed(2) : '',
        growthText(group),
      ];
    }),
  );
}

/** The least and the greatest growth of those that can be compared. */
function growthText(group: readonly CallFigures[]): string {
  const growths = group.flatMap((call) => growthOf(call) ?? []);
  if (growths.length === 0) return '';
  const [least, most] = [Math.min(...growths).toFixed(2), Math.max(...growths).toFixed(2)];
  return least === most ? least : `${least}–${most}`;
}

function diskTable({ disk }: Figures): string {
  return table(
    [
      'database',
      'readers per source',
      'HTML per item',
      'on disk per item',
      'of which search index',
      'ratio to HTML',
      'ratio without index',
    ],
    disk.map(
      ({ database, readers, htmlBytes, bytesPerItem, indexBytesPerItem, ratio, ratioWithoutIndex }) => [
        nameOf(database),
        String(readers),
        ...[htmlBytes, bytesPerItem, indexBytesPerItem].map((bytes) => bytes.toFixed(0)),
        ratio.toFixed(2),
        ratioWithoutIndex.toFixed(2),
      ],
    ),
  );
}

function crawlTable({ crawl }: Figures): string {
  if (!crawl || crawl.latencies.length === 0)
    return 'Not measured in this run: `npm run bench` without `--no-crawl` does.\n';
  return table(
    [
      'refresh',
      'visits / s',
      'API p50',
      'p99',
      'p99 without a refresh',
      'resident memory',
      'without mapped files',
    ],
    crawl.latencies.map(({ workload, hosts, visitsPerSecond, quiet, refreshing, memory }) => [
      `${hosts} feeds, ${workload}`,
      visitsPerSecond.toFixed(0),
      ...[refreshing.all.p50, refreshing.all.p99, quiet.all.p99].map((ms) => `${ms.toFixed(1)} ms`),
      `${memory.residentMb.toFixed(0)} MB`,
      `${memory.ownMb.toFixed(0)} MB`,
    ]),
  );
}

function visitTable({ crawl }: Figures): string {
  if (!crawl || crawl.paces.length === 0) return 'Not measured in this run.\n';
  return table(
    [
      'what is visited',
      'visits / s',
      'bare client / s',
      'CPU ms per visit',
      'CPU ms per bare request',
      'ratio',
      'resident memory',
    ],
    crawl.paces.map(({ workload, hosts, rounds, perSecond, cpuToEach, memory }) => [
      `${hosts} feeds, ${workload}`,
      perSecond.toFixed(0),
      median(rounds.map(({ each }) => each.perSecond)).toFixed(0),
      (median(rounds.map(({ service }) => service.cpuMicroseconds)) / 1_000).toFixed(2),
      (median(rounds.map(({ each }) => each.cpuMicroseconds)) / 1_000).toFixed(2),
      cpuToEach.toFixed(2),
      `${memory.residentMb.toFixed(0)} MB`,
    ]),
  );
}

/** The five pages of a list together, everything else separately. */
function groupsOf(calls: readonly CallFigures[]): CallFigures[][] {
  return [
    ...Map.groupBy(
      calls,
      ({ database, person, what }) => `${database} ${person} ${what.split(':')[0]}`,
    ).values(),
  ];
}

function lastMedian({ sizes }: CallFigures): number {
  return sizes.at(-1)?.ms.p50 ?? 0;
}

function nameOf(database: string): string {
  return database === 'file' ? 'SQLite' : 'PostgreSQL';
}
