// The results as Markdown.

import { table } from '../markdown-table.ts';
import { type Kind, kinds } from './feeds.ts';
import type { Settings } from './ours.ts';
import type { Measures } from './simulate.ts';

const MINUTE_MS = 60_000;

export interface Row {
  name: string;
  /** The settings, if it is our own schedule. */
  settings?: Settings;
  measures: Measures;
}

/** One block for each budget: the other schedule, then ours at the same number of requests. */
export function budgetTable(blocks: readonly (readonly Row[])[]): string {
  const heads = ['schedule', 'requests', 'per post', 'p50', 'p95', 'per feed', 'p95 feed', 'empty', 'lost'];
  return table(
    heads,
    blocks.flatMap((rows) =>
      rows.map((row) => [row.settings ? `**${nameOf(row.settings)}**` : row.name, ...figures(row.measures)]),
    ),
  );
}

/** Delay and requests for each kind of feed. */
export function kindTable(rows: readonly Row[]): string {
  return table(
    ['kind of feed', ...rows.map(({ name }) => name)],
    kinds.map((kind) => [kind, ...rows.map(({ measures }) => kindFigures(measures, kind))]),
  );
}

function nameOf({ requestPrice, floorMs, longestMs }: Settings): string {
  const longest = longestMs / MINUTE_MS / 60;
  return `ours, ${floorMs / MINUTE_MS} min to ${longest} h, price ${Number(requestPrice.toPrecision(2))}`;
}

function figures(measures: Measures): string[] {
  const { requestsPerFeedDay, meanDelay, p50, p95, meanFeedDelay, p95Feed, empty, lost } = measures;
  return [
    requestsPerFeedDay.toFixed(2),
    meanDelay.toFixed(1),
    ...[p50, p95, meanFeedDelay, p95Feed].map((minutes) => minutes.toFixed(0)),
    ...[empty, lost].map((share) => `${(100 * share).toFixed(1)} %`),
  ];
}

function kindFigures({ kinds }: Measures, kind: Kind): string {
  const figures = kinds[kind];
  if (figures === undefined) return '–';
  // A kind may have published nothing at all in a short run.
  const delay = Number.isNaN(figures.meanDelay) ? '–' : `${figures.meanDelay.toFixed(0)} min`;
  return `${delay}, ${figures.requestsPerFeedDay.toFixed(1)}`;
}
