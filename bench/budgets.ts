// The budgets of the service: for each figure its aim, and the bound beyond which a change counts as a regression.
import { median } from './crawl/figures.ts';
import { type Figures, growthOf, largest, slowOfAHundred, timesBare } from './whole/figures.ts';
import type { Workload } from './whole/versus.ts';

export interface Budget {
  name: string;
  unit: '' | 'ms' | 'MB';
  /** Whether more is better. */
  better: 'more' | 'less';
  /** What we want. */
  aim: number;
  /** Beyond it `npm run bench:check` fails. Omitted for wall-clock times, which differ on another machine. */
  bound?: number;
  /** Undefined if it was not measured. */
  figure(figures: Figures): number | undefined;
}

export const budgets: readonly Budget[] = [
  {
    name: 'a page of 20 items again: share of the bare limit',
    unit: '',
    better: 'more',
    aim: 0.6,
    // On a busy machine the server that needs less of it has an advantage, so the bound is loose.
    bound: 0.45,
    figure: rate('a page again'),
  },
  {
    name: 'a page of 20 items anew: share of the bare limit',
    unit: '',
    better: 'more',
    aim: 0.6,
    bound: 0.03,
    figure: rate('a page anew'),
  },
  {
    name: 'an unchanged page (304): share of the bare limit',
    unit: '',
    better: 'more',
    aim: 0.75,
    bound: 0.3,
    figure: rate('an unchanged page'),
  },
  {
    name: 'growth of the list that grows most, fewest to most items',
    unit: '',
    better: 'less',
    aim: 1.3,
    // The most of some sixty lists with a few dozen calls each: one is always unlucky.
    bound: 3,
    figure: ({ calls }) => most(growths(calls)),
  },
  {
    name: 'growth of the median list',
    unit: '',
    better: 'less',
    aim: 1.3,
    bound: 1.5,
    figure: ({ calls }) => middle(growths(calls)),
  },
  {
    name: 'the median list or count with the most items, relative to a bare answer, SQLite',
    unit: '',
    better: 'less',
    aim: 8,
    // Two runs of one program on the same quiet machine differ by up to a tenth: the bare answer varies most.
    bound: 10.5,
    figure: ({ calls }) => middle(timesOf(calls, (kind) => kind !== 'mark' && kind !== 'bulk')),
  },
  {
    name: 'the slowest list or count with the most items, relative to a bare answer, SQLite',
    unit: '',
    better: 'less',
    aim: 20,
    bound: 30,
    figure: ({ calls }) => most(timesOf(calls, (kind) => kind !== 'mark' && kind !== 'bulk')),
  },
  {
    name: 'the slowest mark with the most items, relative to a bare answer and a flush, SQLite',
    unit: '',
    better: 'less',
    aim: 5,
    bound: 8,
    figure: ({ calls }) => most(timesOf(calls, (kind) => kind === 'mark')),
  },
  {
    name: 'p99 of the slowest list, mark or count with the most items, SQLite',
    unit: 'ms',
    better: 'less',
    aim: 5,
    figure: ({ calls }) =>
      most(calls.filter(({ kind, database }) => kind !== 'bulk' && database === 'file').map(slowOfAHundred)),
  },
  {
    name: 'median of the slowest list of a reader with 2,000 feeds, SQLite',
    unit: 'ms',
    better: 'less',
    aim: 5,
    figure: ({ calls }) => slowestOfHeavy(calls, ['list', 'count', 'all feeds']),
  },
  {
    name: 'marking 10,000 items of a reader with 2,000 feeds, SQLite',
    unit: 'ms',
    better: 'less',
    aim: 100,
    figure: ({ calls }) => slowestOfHeavy(calls, ['bulk']),
  },
  {
    name: 'CPU time of a visit without news (304), relative to a bare HTTP request',
    unit: '',
    better: 'less',
    aim: 2,
    bound: 3,
    figure: ({ crawl }) => crawl?.paces.find(({ workload }) => workload === 'same')?.cpuToEach,
  },
  {
    name: 'resident memory while 10,000 feeds without news (304) are visited',
    unit: 'MB',
    better: 'less',
    aim: 200,
    bound: 260,
    figure: ({ crawl }) => crawl?.paces.find(({ workload }) => workload === 'same')?.memory.residentMb,
  },
  {
    name: 'p99 of the API while 10,000 feeds are refreshed',
    unit: 'ms',
    better: 'less',
    aim: 10,
    figure: ({ crawl }) => most(crawl?.latencies.map(({ refreshing }) => refreshing.all.p99) ?? []),
  },
  {
    name: 'resident memory while 10,000 feeds are refreshed',
    unit: 'MB',
    better: 'less',
    aim: 200,
    figure: ({ crawl }) => most(crawl?.latencies.map(({ memory }) => memory.residentMb) ?? []),
  },
  {
    name: 'resident memory at rest',
    unit: 'MB',
    better: 'less',
    aim: 100,
    bound: 130,
    figure: ({ footprint }) => footprint?.idleMb,
  },
  {
    name: 'from start to first answer',
    unit: 'ms',
    better: 'less',
    aim: 400,
    figure: ({ footprint }) => footprint?.medianStartMs,
  },
  {
    name: "from start to first answer, relative to a bare server's",
    unit: '',
    better: 'less',
    aim: 2.5,
    bound: 3,
    figure: ({ footprint }) =>
      footprint?.bareStartMs && footprint.medianStartMs / median(footprint.bareStartMs),
  },
  {
    name: 'bytes on disk per byte of HTML, one reader per source',
    unit: '',
    better: 'less',
    aim: 0.6,
    bound: 2.3,
    figure: bytesToHtml(1),
  },
  {
    name: 'bytes on disk per byte of HTML, four readers per source',
    unit: '',
    better: 'less',
    aim: 0.6,
    bound: 0.7,
    figure: bytesToHtml(4),
  },
];

interface Judged {
  name: string;
  figure: number;
  text: string;
  /** As text for a reader of the page: `≤ 5 ms`. */
  aim: string;
  reachesAim: boolean;
  isWithinBound: boolean;
}

/** Each figure that was measured, compared with its budget. */
export function judge(figures: Figures, held: readonly Budget[] = budgets): Judged[] {
  return held.flatMap((budget) => {
    const figure = budget.figure(figures);
    if (figure === undefined) return [];
    const reaches = (bound: number): boolean =>
      budget.better === 'more' ? figure >= bound : figure <= bound;
    const text = budget.unit === '' ? figure.toFixed(2) : `${figure.toFixed(1)} ${budget.unit}`;
    const aim = `${budget.better === 'more' ? '≥' : '≤'} ${budget.aim} ${budget.unit}`.trimEnd();
    return [
      {
        name: budget.name,
        figure,
        text,
        aim,
        reachesAim: reaches(budget.aim),
        isWithinBound: budget.bound === undefined || reaches(budget.bound),
      },
    ];
  });
}

/** The budgets with a bound for which nothing was measured: a check that passes without them would be none. */
export function unmeasured(figures: Figures, held: readonly Budget[] = budgets): string[] {
  return held
    .filter(({ bound, figure }) => bound !== undefined && figure(figures) === undefined)
    .map(({ name }) => name);
}

/** In the file with the fewest items, where the database itself takes the least time. */
function rate(workload: Workload): Budget['figure'] {
  return ({ versus }) =>
    versus.find((each) => each.workload === workload && each.database === 'file')?.rate.ratio;
}

function bytesToHtml(wanted: number): Budget['figure'] {
  return ({ disk }) => disk.find(({ database, readers }) => database === 'file' && readers === wanted)?.ratio;
}

/** A call that should cost the same however many items there are. */
function isSmall({ kind }: Figures['calls'][number]): boolean {
  return kind === 'list' || kind === 'mark' || kind === 'count';
}

function growths(calls: Figures['calls']): number[] {
  return calls.filter(isSmall).flatMap((call) => growthOf(call) ?? []);
}

type Kind = Figures['calls'][number]['kind'];

function timesOf(calls: Figures['calls'], isMeant: (kind: Kind) => boolean): number[] {
  return calls.filter(({ kind }) => isMeant(kind)).flatMap((call) => timesBare(call) ?? []);
}

/** The median of the slowest, with the most items. */
function slowestOfHeavy(calls: Figures['calls'], kinds: readonly Kind[]): number | undefined {
  const theirs = calls.filter(({ database, person }) => database === 'file' && person === 'a heavy reader');
  return most(theirs.filter(({ kind }) => kinds.includes(kind)).map((call) => largest(call)?.ms.p50 ?? 0));
}

function most(numbers: readonly number[]): number | undefined {
  return numbers.length === 0 ? undefined : Math.max(...numbers);
}

function middle(numbers: readonly number[]): number | undefined {
  return numbers.length === 0 ? undefined : median(numbers);
}
