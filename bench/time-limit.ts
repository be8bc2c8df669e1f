// Ends a program of the bench that takes too long, whatever went wrong.

const MINUTE_MS = 60_000;

/** `command`: how it was called, for the sentence that says so. */
export function giveUpAfter(minutes: number, command: string): void {
  const giveUp = (): void => {
    process.stderr.write(`${command}: given up after ${minutes} minutes\n`);
    process.exit(1);
  };
  setTimeout(giveUp, minutes * MINUTE_MS).unref();
}
