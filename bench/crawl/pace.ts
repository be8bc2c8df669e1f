// How many visits the service makes per second, compared with the requests of the bare client in the same round.
import { copyFileSync, rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { systemClock } from '../../server/src/clock.ts';
import { crawlerLimits } from '../../server/src/crawler/limits.ts';
import { openStore } from '../../server/src/store/open.ts';
import { median, ratioOfMedians } from './figures.ts';
import type { Workload } from './hosts.ts';
import { type Peak, type Progress, progressOf, resourcesOf, startInstance, watchMemory } from './instance.ts';
import { startProgram } from './program.ts';
import { seed } from './seed.ts';

/** The time limit of a round, whatever goes wrong. */
const LONGEST_ROUND_MS = 180_000;
const LOOK_EVERY_MS = 250;
/** Enough for a second or more of the bare client, which has warmed up by then like the service after as many visits. */
const BARE_REQUESTS = 10_000;

interface Rate {
  perSecond: number;
  cpuMicroseconds: number;
}

export interface Round {
  kept: Rate;
  each: Rate;
  service: Rate & { peak: Peak };
}

export interface Pace {
  workload: Workload;
  hosts: number;
  rounds: Round[];
  /** Medians. */
  perSecond: number;
  /** Our rate divided by the bare client's, by medians: with kept connections, and with one connection for each request. */
  toKept: number;
  toEach: number;
  /** Our CPU time per visit divided by the bare client's per request over its own connection, its start included. */
  cpuToEach: number;
  /** Of the worst round. */
  memory: Peak;
}

interface PaceOptions {
  workload: Workload;
  hosts: number;
  rounds: number;
  port: number;
  folder: string;
  profile?: string | undefined;
}

export async function measurePace(options: PaceOptions): Promise<Pace> {
  const { workload, hosts, port, folder } = options;
  const seeded = `${folder}/${workload}.db`;
  await seed({ database: `file:${seeded}`, workload, hosts, port });
  const rounds: Round[] = [];
  for (let number = 0; number < options.rounds; number++) {
    const kept = await bareRate(options, true);
    const each = await bareRate(options, false);
    copyFileSync(seeded, `${folder}/round.db`);
    rounds.push({ kept, each, service: await serviceRate(options, `${folder}/round.db`) });
  }
  rmSync(seeded);
  const of = (pick: (round: Round) => Rate): number[] => rounds.map((round) => pick(round).perSecond);
  const service = of((round) => round.service);
  const peakOf = (pick: (peak: Peak) => number): number =>
    Math.max(...rounds.map(({ service }) => pick(service.peak)));
  return {
    workload,
    hosts,
    rounds,
    memory: { residentMb: peakOf((peak) => peak.residentMb), ownMb: peakOf((peak) => peak.ownMb) },
    perSecond: median(service),
    toKept: ratioOfMedians(
      service,
      of((round) => round.kept),
    ),
    toEach: ratioOfMedians(
      service,
      of((round) => round.each),
    ),
    cpuToEach: ratioOfMedians(
      rounds.map((round) => round.service.cpuMicroseconds),
      rounds.map((round) => round.each.cpuMicroseconds),
    ),
  };
}

async function bareRate({ workload, port }: PaceOptions, oneHost: boolean): Promise<Rate> {
  const program = startProgram(fileURLToPath(new URL('./bare.ts', import.meta.url)), {
    words: [
      `--port=${port}`,
      `--workload=${workload}`,
      `--requests=${BARE_REQUESTS}`,
      `--concurrency=${crawlerLimits.hostsAtOnce}`,
      ...(oneHost ? ['--one-host'] : []),
    ],
  });
  const { seconds, cpuMs } = JSON.parse(await program.line()) as { seconds: number; cpuMs: number };
  await program.end();
  return { perSecond: BARE_REQUESTS / seconds, cpuMicroseconds: (1_000 * cpuMs) / BARE_REQUESTS };
}

async function serviceRate({ hosts, folder, profile }: PaceOptions, path: string): Promise<Round['service']> {
  const database = `file:${path}`;
  const instance = await startInstance({ database, logFile: `${folder}/service.log`, profile });
  const peakOf = watchMemory(instance);
  const progress = await untilVisited(database, hosts);
  const { cpuMs } = resourcesOf(instance);
  const peak = peakOf();
  await instance.end();
  for (const end of ['', '-wal', '-shm']) rmSync(`${path}${end}`, { force: true });
  return { perSecond: hosts / progress.seconds, cpuMicroseconds: (1_000 * cpuMs) / hosts, peak };
}

/** Polls the database; the times in it are exact anyway. */
async function untilVisited(database: string, hosts: number): Promise<Progress> {
  const store = await openStore(database, systemClock);
  try {
    for (let waited = 0; waited < LONGEST_ROUND_MS; waited += LOOK_EVERY_MS) {
      const progress = await progressOf(store);
      if (progress.failed > 0)
        throw new Error(`Cannot measure: ${progress.failed} visits failed: ${progress.failure}`);
      if (progress.visits >= hosts) return progress;
      await pause(LOOK_EVERY_MS);
    }
  } finally {
    await store.close();
  }
  throw new Error(`Cannot measure: ${hosts} hosts were not visited in ${LONGEST_ROUND_MS / 1_000} s`);
}
