// The process as commands see it.
import { processEnvironment } from '../config.ts';
import type { Io } from './command.ts';

export function processIo(): Io {
  const stop = Promise.withResolvers<void>();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop.resolve());
  return {
    environment: processEnvironment(),
    stdin: process.stdin,
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    stopped: stop.promise,
    leave: (code) => process.exit(code),
  };
}
