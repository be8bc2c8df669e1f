// Runs the named test files in this process, as `node --test --test-isolation=none` does, but for the runner's hooks: those follow each promise
// from its beginning until it is collected, to tell whose error an unhandled one is. That is a fifth of the processor time of a whole house.
import { createHook } from 'node:async_hooks';
import { resolve } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { pathToFileURL } from 'node:url';
import { inspect } from 'node:util';
import { DURING, TEST_TIMEOUT_MS } from './run-group.ts';

// Many CI services set it, and with colours run-group.ts would not find the numbers that are printed here.
delete process.env.FORCE_COLOR;
const events = withoutHooks(() =>
  run({ files: process.argv.slice(2), isolation: 'none', timeout: TEST_TIMEOUT_MS }),
);
const running = new Set<string>();
events.on('test:dequeue', ({ name }) => void running.add(name));
events.on('test:complete', ({ name }) => void running.delete(name));
events.on('test:summary', ({ success }) => {
  if (!success) process.exitCode = 1;
  for (const file of process.argv.slice(2)) void seeLoaded(file);
});
events.compose(spec).pipe(process.stdout);

// The runner fails the process for these, and says only their message.
process.on('unhandledRejection', tell);
process.on('uncaughtExceptionMonitor', tell);
// By an exit, so that temporary folders are removed.
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    tell(new Error('interrupted'));
    process.exit(1);
  });
}

/** The runner enables its hooks before it returns. */
function withoutHooks<T>(start: () => T): T {
  const hooks: ReturnType<typeof createHook> = Object.getPrototypeOf(createHook({}));
  const { enable } = hooks;
  hooks.enable = function () {
    return this;
  };
  try {
    return start();
  } finally {
    hooks.enable = enable;
  }
}

/** The runner says nothing of a file that throws outside of its tests, once it has named one. An import that has failed fails the same again. */
async function seeLoaded(file: string): Promise<void> {
  try {
    await import(pathToFileURL(resolve(file)).href);
  } catch (error) {
    process.exitCode = 1;
    tell(error);
  }
}

function tell(what: unknown): void {
  process.stderr.write(`${DURING}${[...running].join(', ')}: ${inspect(what)}\n`);
}
