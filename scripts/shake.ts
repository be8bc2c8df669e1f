// `node scripts/shake.ts 7 node --test FILE`: runs a command and stops one of its processes for a moment now and then, to reveal what
// depends on one of them being faster than another. The number is a seed: it repeats the pattern, not the exact run.
import { execFileSync, spawn } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';

/** Between two stops. */
const PAUSE_MS = { least: 100, most: 1_000 };
/** How long a process is stopped; usually far less than the most. */
const STOP_MS = { least: 150, most: 3_150 };

const [seed = '1', command, ...words] = process.argv.slice(2);
if (command === undefined || !/^\d+$/.test(seed)) {
  process.stderr.write('Usage: node scripts/shake.ts NUMBER COMMAND…\n');
  process.exit(2);
}

const random = randomNumbers(Number(seed));
const stopped = new Set<number>();
const child = spawn(command, words, { stdio: 'inherit' });
let hasEnded = false;
child.on('exit', (code) => {
  process.exitCode = code ?? 1;
  end();
});
// Ctrl-C reaches the command as well. What is stopped would stay so for ever, and takes no signal until it goes on.
process.on('SIGINT', end);
process.on('SIGTERM', () => {
  child.kill();
  end();
});

while (!hasEnded) {
  await setTimeout(PAUSE_MS.least + random() * (PAUSE_MS.most - PAUSE_MS.least));
  const ids = runningBelow(child.pid ?? 0);
  const id = ids[Math.floor(random() * ids.length)];
  if (id !== undefined && !hasEnded)
    void stopFor(id, STOP_MS.least + random() ** 2 * (STOP_MS.most - STOP_MS.least));
}

function end(): void {
  hasEnded = true;
  for (const id of stopped) signal(id, 'SIGCONT');
}

async function stopFor(id: number, ms: number): Promise<void> {
  if (!signal(id, 'SIGSTOP')) return;
  stopped.add(id);
  // Nobody has to wait for that at the end.
  await setTimeout(ms, undefined, { ref: false });
  signal(id, 'SIGCONT');
  stopped.delete(id);
}

/** Returns whether the process existed. */
function signal(id: number, name: 'SIGSTOP' | 'SIGCONT'): boolean {
  try {
    return process.kill(id, name);
  } catch {
    return false;
  }
}

/** All processes that were started below another, but for those that are stopped: a test may have stopped one, and will say when it goes on. */
function runningBelow(parent: number): number[] {
  const words = ['-eo', 'pid=,ppid=,stat=,comm='];
  const lines = execFileSync('ps', words, { encoding: 'utf8' }).trim().split('\n');
  const all = lines.map((line) => line.trim().split(/\s+/));
  const below = (id: number): (readonly [id: number, state: string])[] =>
    all
      .filter(([, above, , name]) => Number(above) === id && name !== 'ps')
      .flatMap(([own, , state = '']) => [[Number(own), state] as const, ...below(Number(own))]);
  return below(parent).flatMap(([id, state]) => (state.startsWith('T') ? [] : [id]));
}

/** From 0 to 1, the same for the same seed (Park and Miller's minimal standard). */
function randomNumbers(seed: number): () => number {
  const modulus = 2 ** 31 - 1;
  let state = seed;
  return () => {
    state = (state * 48_271) % modulus;
    return state / modulus;
  };
}
