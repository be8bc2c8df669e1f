// `npm run bench:crawl`: how quick the crawl is beside a bare HTTP client, and what apps feel of it meanwhile.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Workload, workloads } from './hosts.ts';
import { type Latency, measureLatency } from './latency.ts';
import { measurePace, type Pace } from './pace.ts';
import { startProgram } from './program.ts';
import { latencyTable, paceTable } from './table.ts';
import { verdictOf } from './verdict.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Everything together, whatever is broken. */
const LONGEST_MS = 1_200_000;

const { values } = parseArgs({
  options: {
    hosts: { type: 'string', default: '3000' },
    /** Fewer where everything is new, which takes twenty times as long; as many unless told. */
    'new-hosts': { type: 'string' },
    rounds: { type: 'string', default: '3' },
    'latency-hosts': { type: 'string', default: '10000' },
    workloads: { type: 'string', default: workloads.join() },
    latency: { type: 'string', default: 'mixed' },
    /** A folder for profiles of the service. */
    profile: { type: 'string' },
  },
});
const hosts = wholeNumber('hosts', values.hosts);
const newHosts = wholeNumber('new-hosts', values['new-hosts'] ?? values.hosts);
const rounds = wholeNumber('rounds', values.rounds);
const latencyHosts = wholeNumber('latency-hosts', values['latency-hosts']);
const { profile } = values;

const folder = mkdtempSync(`${tmpdir()}/courant-bench-`);
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
setTimeout(() => process.exit(1), LONGEST_MS).unref();

const origin = startProgram(fileURLToPath(new URL('./origin.ts', import.meta.url)));
const { port } = JSON.parse(await origin.line()) as { port: number };
// Whoever reads the figures must know whether the machine was theirs.
const machine = { cores: availableParallelism(), load: loadavg()[0] ?? 0 };
process.stdout.write(`${machine.cores} cores, load ${machine.load.toFixed(1)} at the start\n\n`);
const paces: Pace[] = [];
for (const workload of named(values.workloads)) {
  const visited = workload === 'new' ? newHosts : hosts;
  paces.push(await measurePace({ workload, hosts: visited, rounds, port, folder, profile }));
}
if (paces.length > 0) process.stdout.write(`${paceTable(paces)}\n`);
const latencies: Latency[] = [];
for (const workload of named(values.latency)) {
  latencies.push(await measureLatency({ workload, hosts: latencyHosts, port, folder, profile }));
}
if (latencies.length > 0) process.stdout.write(latencyTable(latencies));
const verdict = verdictOf(paces, latencies);
process.stdout.write(`\n${verdict.join('\n')}\n`);
await origin.end();

mkdirSync(`${root}bench/results`, { recursive: true });
writeFileSync(
  `${root}bench/results/crawl.json`,
  `${JSON.stringify({ machine, paces, latencies, verdict }, null, 2)}\n`,
);

function named(text: string): Workload[] {
  return text
    .split(',')
    .filter((name) => name !== '')
    .map((name) => {
      const workload = workloads.find((each) => each === name);
      if (workload === undefined)
        throw new Error(`Cannot measure: ${name} is none of ${workloads.join(', ')}`);
      return workload;
    });
}

function wholeNumber(name: string, text: string): number {
  if (/^[1-9]\d{0,4}$/.test(text)) return Number(text);
  throw new Error(`Cannot measure: --${name} is not a whole number from 1 to 99999`);
}
