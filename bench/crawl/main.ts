// `npm run bench:crawl`: how fast the crawl is compared with a bare HTTP client, and how it affects apps meanwhile.
import { availableParallelism, loadavg } from 'node:os';
import { namesOf, readCommandLine, wholeNumber } from '../../scripts/command-line.ts';
import { keepFigures, workFolder } from '../places.ts';
import { giveUpAfter } from '../time-limit.ts';
import { workloads } from './hosts.ts';
import { type Latency, measureLatency } from './latency.ts';
import { measurePace, type Pace } from './pace.ts';
import { latencyTable, paceTable } from './table.ts';
import { verdictOf } from './verdict.ts';
import { startWeb } from './web.ts';

/** Each has its own address. */
const MOST_HOSTS = 99_999;

const values = readCommandLine('npm run bench:crawl --', {
  hosts: { type: 'string', default: '3000', about: 'Hosts with one feed each.' },
  'new-hosts': {
    type: 'string',
    about: 'As many where all posts are new, which takes twenty times as long. Default: as --hosts.',
  },
  rounds: { type: 'string', default: '3', about: 'Rounds of each workload.' },
  'latency-hosts': { type: 'string', default: '10000', about: 'Hosts while an app reads and marks.' },
  workloads: { type: 'string', default: workloads.join(), about: 'Which workloads are timed; empty: none.' },
  latency: {
    type: 'string',
    default: 'mixed',
    about: 'Workloads while an app reads and marks; empty: none.',
  },
  profile: { type: 'string', about: 'A folder for CPU profiles of the service.' },
});
const hosts = wholeNumber('hosts', values.hosts, MOST_HOSTS);
const newHosts = wholeNumber('new-hosts', values['new-hosts'] ?? values.hosts, MOST_HOSTS);
const rounds = wholeNumber('rounds', values.rounds);
const latencyHosts = wholeNumber('latency-hosts', values['latency-hosts'], MOST_HOSTS);
const timed = namesOf('workloads', values.workloads, workloads);
const felt = namesOf('latency', values.latency, workloads);
const { profile } = values;

const folder = workFolder();
giveUpAfter(20, 'npm run bench:crawl');

const web = await startWeb();
const { port } = web;
// Readers of the figures must know whether the machine was otherwise idle.
const machine = { cores: availableParallelism(), load: loadavg()[0] ?? 0 };
process.stdout.write(`${machine.cores} cores, load ${machine.load.toFixed(1)} at the start\n\n`);
const paces: Pace[] = [];
for (const workload of timed) {
  const visited = workload === 'new' ? newHosts : hosts;
  paces.push(await measurePace({ workload, hosts: visited, rounds, port, folder, profile }));
}
if (paces.length > 0) process.stdout.write(`${paceTable(paces)}\n`);
const latencies: Latency[] = [];
for (const workload of felt) {
  latencies.push(await measureLatency({ workload, hosts: latencyHosts, port, folder, profile }));
}
if (latencies.length > 0) process.stdout.write(latencyTable(latencies));
const verdict = verdictOf(paces, latencies);
process.stdout.write(`\n${verdict.join('\n')}\n`);
await web.end();
keepFigures('crawl', { machine, paces, latencies, verdict });
