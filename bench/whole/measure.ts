// Measures the whole path: fills databases of all sizes, and calls the real service on each of them over HTTP.
import { availableParallelism, cpus, loadavg } from 'node:os';
import { workFolder } from '../places.ts';
import { measureCalls } from './calls.ts';
import { measureDisk } from './disk.ts';
import type { Figures } from './figures.ts';
import { measureFootprint } from './footprint.ts';
import { type DatabaseKind, type Prepared, prepare } from './prepared.ts';
import { versusBare } from './versus.ts';

interface MeasureOptions {
  databases: readonly DatabaseKind[];
  /** In items, the smallest first. */
  sizes: readonly number[];
  /** Calls for each list. */
  calls: number;
  /** Rounds against the bare limit. */
  rounds: number;
}

/** Duration of one load: long enough for a few thousand answers. */
const LOAD_MS = 1_500;

export async function measureAll({ databases, sizes, calls, rounds }: MeasureOptions): Promise<Figures> {
  const folder = workFolder();
  const figures: Figures = {
    machine: {
      cores: availableParallelism(),
      model: cpus()[0]?.model ?? '',
      load: loadavg()[0] ?? 0,
      node: process.version,
    },
    day: new Date().toISOString().slice(0, 10),
    versus: [],
    calls: [],
    footprint: undefined,
    disk: [],
    crawl: undefined,
  };
  for (const database of databases) {
    figures.disk.push(...(await measureDisk(database, folder)));
    const prepared: Prepared[] = [];
    try {
      for (const items of sizes) prepared.push(await prepare(database, items, folder));
      const [smallest] = prepared;
      process.stderr.write(`measuring ${database}\n`);
      if (smallest) figures.versus.push(...(await versusBare(smallest, { folder, rounds, ms: LOAD_MS })));
      figures.calls.push(...(await measureCalls(prepared, calls)));
    } finally {
      for (const each of prepared) await each.close();
    }
    const address = prepared[0]?.address;
    if (database === 'file' && address) figures.footprint = await measureFootprint(address, folder);
  }
  return figures;
}
