// One shell for all steps: what one line sets is there for the next, as in a terminal.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';

interface Shell {
  /** Types lines and returns everything that they print, errors included. Rejects if the shell ends. */
  type(lines: readonly string[]): Promise<string>;
  close(): void;
}

export function openShell(environment: Readonly<Record<string, string | undefined>>): Shell {
  const child = spawn('/bin/sh', { env: environment, stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.write('exec 2>&1\n');
  // Printed after each answer; random, so that no answer contains it.
  const end = `end-${randomBytes(8).toString('hex')}`;
  let printed = '';
  let waiting = Promise.withResolvers<string>();
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
    const at = printed.indexOf(`\n${end}\n`);
    if (at < 0) return;
    waiting.resolve(printed.slice(0, at));
    printed = '';
  });
  const fail = (error: Error) => waiting.reject(error);
  child.once('error', fail);
  child.once('close', (code) => fail(new Error(`Cannot go on: the shell ended with ${code}\n${printed}`)));
  return {
    type(lines) {
      waiting = Promise.withResolvers();
      child.stdin.write(`${lines.join('\n')}\nprintf '\\n%s\\n' ${end}\n`);
      return waiting.promise;
    },
    close: () => child.kill(),
  };
}
