// For tests that need no process: runs a command and returns what a person would see.
import type { ExitCode, Io } from '../command.ts';
import { run } from '../run.ts';

export async function typed(
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  stdin: Buffer | string = '',
  more: Partial<Io> = {},
): Promise<{ code: ExitCode; out: string; err: string }> {
  let out = '';
  let err = '';
  const code = await run(words, {
    environment,
    stdin: (async function* () {
      yield stdin;
    })(),
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    stopped: Promise.resolve(),
    leave: (code: ExitCode): never => {
      throw new Error(`left with ${code}`);
    },
    drop: (): never => {
      throw new Error('dropped');
    },
    ...more,
  });
  return { code, out, err };
}
