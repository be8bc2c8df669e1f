// The process as commands see it.
import { processEnvironment } from '../config.ts';
import { exitCodes, type Io } from './command.ts';

export function processIo(): Io {
  let stopped: Promise<void> | undefined;
  hearFaultsOfOutput();
  const err = errorOutput();
  return {
    environment: processEnvironment(),
    stdin: process.stdin,
    out: (text) => void process.stdout.write(text),
    err,
    ...(process.stderr.isTTY && { watched: err }),
    unread: () => process.stderr.writableLength,
    get stopped() {
      // Only once a command asks: until somebody listens to a signal, it ends the process, as it should end all other commands.
      stopped ??= nextSignal();
      return stopped;
    },
    uncaught(tell) {
      // The way of the command takes the place of the general one.
      process.removeAllListeners('uncaughtException');
      process.once('uncaughtException', (error) => {
        tell(error);
        process.exit(exitCodes.failed);
      });
    },
    leave: (code) => process.exit(code),
    drop() {
      process.removeAllListeners('SIGTERM');
      process.kill(process.pid, 'SIGTERM');
      // The first process of a container gets no signal that it does not listen to.
      process.exit(exitCodes.done);
    },
  };
}

function nextSignal(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  // A terminal that closes sends SIGHUP. There is nothing to reload: settings are read at the start, and the log is a stream.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => resolve());
  // Many services reopen their log at it. Node would open a debugger instead, in which anyone on the machine may read and run anything.
  process.on('SIGUSR1', () => {});
  return promise;
}

/**
 * Work under way goes on: its result does not depend on who reads about it. A reader that has closed the pipe wants no more output
 * (`courant user list | head`); any other error is reported once, and by the exit code.
 */
function hearFaultsOfOutput(): void {
  let isTold = false;
  process.stdout.on('error', (error: Error & { code?: string }) => {
    if (isTold || error.code === 'EPIPE') return;
    isTold = true;
    process.stderr.write(`Cannot write to standard output: ${error.message}\n`);
    process.once('exit', () => {
      process.exitCode ||= exitCodes.failed;
    });
  });
}

/** What cannot be written is lost, for there is nowhere left to report it. A full disk may have taken the beginning of a line: the next starts anew. */
function errorOutput(): (text: string) => void {
  let isCut = false;
  process.stderr.on('error', () => {
    isCut = true;
  });
  return (text) => {
    const start = isCut ? '\n' : '';
    isCut = false;
    process.stderr.write(start + text);
  };
}
