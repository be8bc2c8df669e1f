// The real service in its own process, on a seeded database, and what can be observed of it from outside.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sql } from '../../server/src/store/sql.ts';
import type { Store } from '../../server/src/store/store.ts';
import { type Program, startProgram } from './program.ts';

/** The program that `npm start` runs. */
const main = fileURLToPath(new URL('../../server/dist/main.js', import.meta.url));
/** Linux counts the CPU time of processes in hundredths of a second. */
const CPU_TICK_MS = 10;

export interface Instance extends Program {
  url: string;
}

interface InstanceOptions {
  database: string;
  logFile: string;
  /** A folder for CPU profiles of every thread. */
  profile?: string | undefined;
}

export async function startInstance({ database, logFile, profile }: InstanceOptions): Promise<Instance> {
  const program = startProgram(main, {
    words: ['serve'],
    flags: profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`],
    errorFile: logFile,
    environment: {
      // As set by `npm start`, the image and the unit file.
      MALLOC_ARENA_MAX: '2',
      COURANT_DATABASE: database,
      COURANT_LISTEN: '127.0.0.1:0',
      COURANT_FETCH_ALLOW: '127.0.0.0/8',
      COURANT_PASSWORD_GRANT: 'true',
      COURANT_RATE_LIMITS: 'off',
    },
  });
  const [, url = ''] = /^Courant is at (\S+)/.exec(await program.line()) ?? [];
  return { ...program, url };
}

export interface Progress {
  /** Visits recorded so far. */
  visits: number;
  failed: number;
  /** The outcome of one of the failures. */
  failure: string;
  /** From the first request to the last commit. */
  seconds: number;
}

export async function progressOf(store: Store): Promise<Progress> {
  const row = await store.read((tx) =>
    tx.get<{
      visits: number;
      failed: number;
      failure: string;
      first: number;
      last: number;
    }>(sql`
      SELECT count(*) AS visits, sum(outcome NOT IN ('unchanged', 'document')) AS failed,
        max(CASE WHEN outcome IN ('unchanged', 'document') THEN '' ELSE detail END) AS failure,
        min(at) AS first, (SELECT max(checked_at) FROM sources) AS last FROM visits`),
  );
  const { visits = 0, failed = 0, failure = '', first = 0, last = 0 } = row ?? {};
  return { visits, failed: failed ?? 0, failure, seconds: (last - first) / 1_000 };
}

export interface Resources {
  residentMb: number;
  /** The peak of resident memory. */
  peakResidentMb: number;
  /** Resident memory without file pages, which the system takes back when it needs them. */
  ownMb: number;
  cpuMs: number;
}

export interface Peak {
  /** VmHWM, which the kernel measures continuously. */
  residentMb: number;
  /** RssAnon: the kernel keeps no peak of it, so it is sampled ten times a second. */
  ownMb: number;
}

const LOOK_EVERY_MS = 100;

/** Watches the memory of a process while it runs; call the result for the peaks. */
export function watchMemory(program: Program): () => Peak {
  let ownMb = 0;
  const look = (): void => {
    ownMb = Math.max(ownMb, resourcesOf(program).ownMb);
  };
  const timer = setInterval(look, LOOK_EVERY_MS);
  return () => {
    clearInterval(timer);
    look();
    return { residentMb: resourcesOf(program).peakResidentMb, ownMb };
  };
}

/** Of a running process. */
export function resourcesOf({ pid }: Program): Resources {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const megabytes = (name: string): number =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? Number.NaN) / 1_024;
  return {
    residentMb: megabytes('VmRSS'),
    peakResidentMb: megabytes('VmHWM'),
    ownMb: megabytes('RssAnon'),
    cpuMs: cpuMsOf(pid),
  };
}

/** The CPU time of a process so far, in steps of a hundredth of a second. */
export function cpuMsOf(pid: number): number {
  // proc(5): the name in brackets may contain blanks; utime and stime are the 14th and 15th field.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * CPU_TICK_MS;
}
