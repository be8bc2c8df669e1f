// The figures of all sizes side by side, as a table for a document.
import type { Spread } from '../crawl/figures.ts';
import { table } from '../markdown-table.ts';
import type { Answered } from './measure.ts';

export interface Measurement {
  database: string;
  items: number;
  answered: Answered[];
  /** One post to all followers of a source. */
  fanOutMs: Spread;
  /** Bytes of an item with all its indexes, if the database reports it. */
  itemBytes: number | undefined;
  /** Question → each statement with its plan; PostgreSQL only. */
  plans: Record<string, string[]>;
}

/** A table for each database: medians at each size, and the ratio of the largest size to the smallest. */
export function tables(measurements: readonly Measurement[]): string {
  return [...Map.groupBy(measurements, ({ database }) => database)].map(tableOf).join('\n');
}

function tableOf([database, sizes]: [string, readonly Measurement[]]): string {
  const heads = sizes.map(({ items }) => `${items.toLocaleString('en')} items, p50 (p99) ms`);
  const names = sizes[0]?.answered.map(({ name }) => name) ?? [];
  const rows = names.map((name) =>
    row(
      name,
      sizes.map(({ answered }) => answered.find((each) => each.name === name)?.ms),
    ),
  );
  const fanOut = row(
    'one post to all followers',
    sizes.map(({ fanOutMs }) => fanOutMs),
  );
  const bytes = sizes.at(-1)?.itemBytes;
  const size = bytes === undefined ? '' : `\nAn item takes ${bytes} bytes with its indexes.\n`;
  return table([database, ...heads, 'ratio'], [...rows, fanOut]) + size;
}

function row(name: string, spreads: readonly (Spread | undefined)[]): string[] {
  const cells = spreads.map((ms) => (ms ? `${ms.p50.toFixed(2)} (${ms.p99.toFixed(2)})` : '–'));
  const ratio = (spreads.at(-1)?.p50 ?? Number.NaN) / (spreads[0]?.p50 ?? Number.NaN);
  return [name, ...cells, ratio.toFixed(2)];
}
