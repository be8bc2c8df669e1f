// `npm test`: every check in one go, each reported as it ends, with one closing line for machines. What opens a store is run
// on SQLite and on PostgreSQL.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isPostgresPacked, startPostgres } from '../server/test/postgres.ts';
import { type Result, runTests } from './run-tests.ts';
import { storeTests } from './store-tests.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** As `pretest` has bundled it. */
const program = join(root, 'server/dist/main.js');

const asked = process.argv.slice(2);
const files = globSync(
  asked.length > 0 ? asked : ['{protocol,client,reader,server,scripts,bench}/**/*.test.ts'],
  {
    cwd: root,
    exclude: (name) => name === 'node_modules',
  },
).sort();

/** They seldom wait: more of them would only make each slower. */
const atOnce = availableParallelism();
/** With a server files wait for answers: two more of them fill the pauses. */
const whileOthersWait = availableParallelism() + 2;

const checks: [name: string, run: () => Promise<Result>][] = [
  ['types, lint and format', checkSource],
  ['tests on SQLite', () => runOn('', files, atOnce)],
  ['tests on PostgreSQL', runOnPostgres],
];

const total: Result = { passed: 0, failed: 0 };
for (const [name, run] of checks) {
  say(`\n── ${name}\n`);
  const { passed, failed } = await run();
  total.passed += passed;
  total.failed += failed;
  say(`── ${name}: ${failed === 0 ? 'good' : 'NOT good'}\n`);
}
say(`\n${total.passed} passed, ${total.failed} failed\n`);
process.exitCode = total.failed === 0 ? 0 : 1;

/** Beside each other: the compiler has one processor, and hardly anything to say. */
async function checkSource(): Promise<Result> {
  const good = await Promise.all([
    succeeds('npm', ['run', '--silent', 'check:types']),
    succeeds('biome', ['check', '--error-on-warnings', '.']),
  ]);
  const passed = good.filter(Boolean).length;
  return { passed, failed: good.length - passed };
}

async function succeeds(command: string, args: readonly string[]): Promise<boolean> {
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  const [code] = await once(child, 'exit');
  return code === 0;
}

/** On the server that COURANT_TEST_POSTGRES names, or else on one of its own. */
async function runOnPostgres(): Promise<Result> {
  const opening = storeTests(root, files);
  if (opening.length === 0) return { passed: 0, failed: 0 };
  const given = process.env.COURANT_TEST_POSTGRES;
  if (given) return runOn(given, opening, whileOthersWait);
  if (!isPostgresPacked) {
    say(
      'Left out: there is no PostgreSQL for this machine in the packages; COURANT_TEST_POSTGRES can name one\n',
    );
    return { passed: 0, failed: 0 };
  }
  try {
    const server = await startPostgres();
    const result = await runOn(server.address, opening, whileOthersWait);
    await server.stop();
    return result;
  } catch (error) {
    say(`${error}\n`);
    return { passed: 0, failed: 1 };
  }
}

/** On the PostgreSQL of an address, or else on SQLite. */
function runOn(postgres: string, these: readonly string[], atOnce: number): Promise<Result> {
  const environment = { COURANT_TEST_POSTGRES: postgres, COURANT_TEST_PROGRAM: program };
  return runTests({ root, files: these, environment, atOnce, say });
}

function say(text: string): void {
  process.stdout.write(text);
}
