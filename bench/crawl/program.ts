// Starts the programs of the bench, each in its own process, and ends exactly those.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { createInterface, type Interface } from 'node:readline';

export interface Program {
  pid: number;
  /** The next line of its standard output. Rejects if it ends without one. */
  line(): Promise<string>;
  /** Closes its standard input: the signal for programs that wait for it to report their results. */
  hangUp(): void;
  /** Asks it to end, and waits until it has. */
  end(): Promise<void>;
}

interface ProgramOptions {
  words?: readonly string[];
  /** Flags for Node. */
  flags?: readonly string[];
  environment?: Readonly<Record<string, string>>;
  /** Where standard error goes; default: to ours. */
  errorFile?: string;
}

const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

export function startProgram(file: string, options: ProgramOptions = {}): Program {
  const { words = [], flags = [], environment = {}, errorFile } = options;
  const child = spawn(process.execPath, [...flags, file, ...words], {
    env: { PATH: process.env.PATH ?? '', ...environment },
    stdio: ['pipe', 'pipe', errorFile === undefined ? 'inherit' : openSync(errorFile, 'a')],
  });
  running.add(child);
  const ended = once(child, 'exit').then(() => running.delete(child));
  const lines = createInterface({ input: child.stdout as NonNullable<typeof child.stdout> });
  const next = linesOf(lines);
  return {
    pid: child.pid ?? 0,
    line: () => next(`${file} ended without a word`),
    hangUp: () => void child.stdin?.end(),
    async end() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Lines as they arrive; none is lost between two calls. */
function linesOf(lines: Interface): (missing: string) => Promise<string> {
  const each = lines[Symbol.asyncIterator]();
  return async (missing) => {
    const { value, done } = await each.next();
    if (done) throw new Error(missing);
    return value as string;
  };
}
