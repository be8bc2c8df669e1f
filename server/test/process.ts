// The real program in its own process, for tests that stop it, kill it, or run its commands.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Environment } from './environment.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** In `npm test` the bundle, which operators use: it starts in half the time. A test by itself runs the source. */
export const program =
  process.env.COURANT_TEST_PROGRAM ?? fileURLToPath(new URL('../src/main.ts', import.meta.url));

export interface Running {
  url: string;
  /** Everything that has come from standard output so far, and from standard error; all of it once the process has ended. */
  out(): string;
  err(): string;
  /** Waits until it has written something that matches, to either of them. */
  says(pattern: RegExp): Promise<RegExpExecArray>;
  /** Asks it to stop, and returns its exit code. */
  stop(): Promise<number | null>;
  /** Ends it at once, as a power cut or the kernel would. */
  kill(): Promise<void>;
  /** Suspends it, resumes it, or does whatever it listens for. */
  signal(name: 'SIGSTOP' | 'SIGCONT' | 'SIGUSR2'): void;
}

/** The command line that starts a node for a part of the work. */
export function courantServe(role: 'api' | 'crawler'): { command: string; words: string[] } {
  return { command: process.execPath, words: [program, 'serve', '--role', role] };
}

/** Starts `courant serve` and waits until it prints its address. Whatever happens, it ends with the test. */
export async function startCourant(
  t: TestContext,
  environment: Environment,
  how?: { command: string; words: string[] },
): Promise<Running> {
  const begun = beginCourant(t, environment, how);
  const [, url = ''] = await begun.says(/Courant is at (\S+)/);
  return { url, ...begun };
}

/** Starts `courant serve` and does not wait: its database may be unavailable. */
export function beginCourant(
  t: TestContext,
  environment: Environment,
  { command, words } = { command: process.execPath, words: [program, 'serve'] },
): Omit<Running, 'url'> {
  const child = spawn(command, words, {
    cwd: root,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  t.after(() => child.kill('SIGKILL'));
  const { out, err } = collect(child);
  const exited = once(child, 'close') as Promise<[number | null, string | null]>;
  return {
    out,
    err,
    says: (pattern) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const said = pattern.exec(out()) ?? pattern.exec(err());
          if (said) resolve(said);
        };
        child.stdout?.on('data', look);
        child.stderr?.on('data', look);
        exited.then(([code]) => reject(new Error(`courant serve ended with ${code}: ${err()}`)), reject);
        look();
      }),
    async stop() {
      child.kill('SIGTERM');
      return (await exited)[0];
    },
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
    signal: (name) => void child.kill(name),
  };
}

/** Runs a command and returns its result. */
export async function typeCommand(
  environment: Environment,
  words: readonly string[],
  stdin = '',
): Promise<{ code: number | null; out: string; err: string }> {
  const child = spawn(process.execPath, [program, ...words], {
    env: environment,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const { out, err } = collect(child);
  // A command that reads nothing may have ended before this is written.
  child.stdin?.on('error', () => {}).end(stdin);
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, out: out(), err: err() };
}

function collect(child: ChildProcess): { out: () => string; err: () => string } {
  let out = '';
  let err = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  return { out: () => out, err: () => err };
}
