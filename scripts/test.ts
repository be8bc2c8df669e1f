// `npm test`: every check in one go, each reported as it ends, with one closing line for machines. What opens a store is run
// on SQLite and on PostgreSQL.
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { isPostgresPacked, startPostgres } from '../server/test/postgres.ts';
import { storeTests } from './store-tests.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

interface Result {
  passed: number;
  failed: number;
}

const patterns =
  process.argv.length > 2 ? process.argv.slice(2) : ['{protocol,client,reader,server,bench}/**/*.test.ts'];

/** With a server files wait for answers: two more of them fill the pauses. */
const whileOthersWait = availableParallelism() + 2;

const checks: [name: string, run: () => Promise<Result>][] = [
  ['types', () => check('npm', ['run', '--silent', 'check:types'])],
  ['lint and format', () => check('biome', ['check', '--error-on-warnings', '.'])],
  ['tests on SQLite', () => runTests(patterns, { COURANT_TEST_POSTGRES: '' }, availableParallelism())],
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

/** A command that is good or not as a whole. */
async function check(command: string, args: readonly string[]): Promise<Result> {
  const { code } = await run(command, args);
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** On the server that COURANT_TEST_POSTGRES names, or else on one of its own. */
async function runOnPostgres(): Promise<Result> {
  const files = storeTests(root, patterns);
  if (files.length === 0) return { passed: 0, failed: 0 };
  const given = process.env.COURANT_TEST_POSTGRES;
  if (given) return runTests(files, { COURANT_TEST_POSTGRES: given }, whileOthersWait);
  if (!isPostgresPacked) {
    say(
      'Left out: there is no PostgreSQL for this machine in the packages; COURANT_TEST_POSTGRES can name one\n',
    );
    return { passed: 0, failed: 0 };
  }
  try {
    const server = await startPostgres();
    const result = await runTests(files, { COURANT_TEST_POSTGRES: server.address }, whileOthersWait);
    await server.stop();
    return result;
  } catch (error) {
    say(`${error}\n`);
    return { passed: 0, failed: 1 };
  }
}

async function runTests(
  files: readonly string[],
  environment: Record<string, string>,
  atOnce: number,
): Promise<Result> {
  const { code, output } = await run(
    process.execPath,
    ['--test', '--test-reporter=spec', `--test-concurrency=${atOnce}`, '--test-timeout=300000', ...files],
    environment,
  );
  const passed = closingNumber(output, 'pass');
  const failed = closingNumber(output, 'fail') + closingNumber(output, 'cancelled');
  // A runner that dies, or that finds nothing to run, has not passed.
  return { passed, failed: failed + (failed === 0 && (code !== 0 || passed === 0) ? 1 : 0) };
}

/** The number in a line such as `ℹ pass 12` at the end of the runner's report. */
function closingNumber(output: string, name: string): number {
  return Number([...output.matchAll(new RegExp(`^\\S+ ${name} (\\d+)$`, 'gm'))].at(-1)?.[1] ?? 0);
}

function run(
  command: string,
  args: readonly string[],
  environment: Record<string, string> = {},
): Promise<{ code: number; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8');
      stream.on('data', (text: string) => {
        // The end of the report is what is read; a day of output must not fill the memory.
        output = (output + text).slice(-1_000_000);
        process.stdout.write(text);
      });
    }
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

function say(text: string): void {
  process.stdout.write(text);
}
