// `npm test`: all checks at once, each reported as it ends, with one final line for machines. Tests that open a store run
// on SQLite and on PostgreSQL.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isPostgresPacked, type PostgresServer, startPostgres } from '../server/test/postgres.ts';
import type { Result, TestGroup } from './run-group.ts';
import { runGroups } from './run-groups.ts';
import { storeTests } from './store-tests.ts';
import { testGroups } from './test-groups.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The bundle that `pretest` makes. */
const program = join(root, 'server/dist/main.js');

/** However many processors there are: each group has its own server and browser, and a shared machine has room for fewer. */
const MOST_AT_ONCE = 6;

/** Tests wait for a server, a browser, a program: two more groups than processors fill the pauses. */
const atOnce = Math.min(availableParallelism() + 2, MOST_AT_ONCE);

/** Its name in the summary. */
const SOURCE = 'types, lint and format';

const asked = process.argv.slice(2);
const files = globSync(
  asked.length > 0 ? asked : ['{protocol,client,reader,server,scripts,bench}/**/*.test.ts'],
  {
    cwd: root,
    exclude: (name) => name === 'node_modules',
  },
).sort();
const onBoth = storeTests(root, files);

const results = new Map<string, Result>();
const failures: string[] = [];
// The first line of the summary, whenever the checks end.
add(SOURCE, { passed: 0, failed: 0 });
const server = await openServer();
// The compiler uses one processor, so tests begin beside it.
const [ended] = await Promise.all([
  runGroups(
    [
      // Each takes longer on PostgreSQL, so it goes first: short ones are left for the end, and no processor waits for a long one.
      ...(server ? groupsOn('PostgreSQL', onBoth, server.address) : []),
      ...groupsOn('SQLite', files, ''),
    ],
    atOnce,
    say,
  ),
  checkSource().then((result) => add(SOURCE, result)),
]);
await server?.stop?.();
for (const each of ended) {
  add(`tests on ${each.group.database}`, each);
  if (each.failed > 0) failures.push(each.report);
}

// Again, where a person who scrolls to the end finds it.
for (const report of failures) say(`\n── failed:\n${report}`);
for (const file of ended.flatMap(({ second }) => second))
  say(`\n── passed only at its second try, alone, and is to be looked into: ${file}`);
say('\n');
for (const [name, { passed, failed }] of results)
  say(`── ${name}: ${failed === 0 ? 'good' : 'NOT good'}, ${passed} passed, ${failed} failed\n`);
const sum = (of: keyof Result): number =>
  [...results.values()].reduce((before, result) => before + result[of], 0);
say(`\n${sum('passed')} passed, ${sum('failed')} failed\n`);
process.exitCode = sum('failed') === 0 ? 0 : 1;

/** In parallel: the compiler uses one processor, and prints hardly anything. */
async function checkSource(): Promise<Result> {
  const checks = await Promise.all([
    output('npm', ['run', '--silent', 'check:types']),
    output('biome', ['check', '--error-on-warnings', '.']),
  ]);
  const failed = checks.filter(({ isGood }) => !isGood);
  say(
    `${checks.map(({ text }) => text).join('')}${failed.length > 0 ? '✖ NOT good' : '─ good'}: ${SOURCE}\n`,
  );
  failures.push(...failed.map(({ text }) => text));
  return { passed: checks.length - failed.length, failed: failed.length };
}

async function output(command: string, args: readonly string[]): Promise<{ isGood: boolean; text: string }> {
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (piece: string) => {
      text += piece;
    });
  }
  const [code] = await once(child, 'close');
  return { isGood: code === 0, text };
}

/** The server that COURANT_TEST_POSTGRES names, or else one of our own. */
async function openServer(): Promise<
  (Pick<PostgresServer, 'address'> & Partial<PostgresServer>) | undefined
> {
  if (onBoth.length === 0) return undefined;
  const given = process.env.COURANT_TEST_POSTGRES;
  if (given) return { address: given };
  if (!isPostgresPacked) {
    say(
      'PostgreSQL is left out: the packages hold none for this machine; COURANT_TEST_POSTGRES can name one\n',
    );
    return undefined;
  }
  try {
    return await startPostgres();
  } catch (error) {
    say(`${error}\n`);
    add('tests on PostgreSQL', { passed: 0, failed: 1 });
    return undefined;
  }
}

function groupsOn(database: string, these: readonly string[], postgres: string): TestGroup[] {
  // Naming files that do not exist is a failure, not a success.
  if (these.length === 0) add(`tests on ${database}`, { passed: 0, failed: 1 });
  const environment = { COURANT_TEST_POSTGRES: postgres, COURANT_TEST_PROGRAM: program };
  return testGroups(root, these).map((group) => ({ root, database, files: group, environment }));
}

function add(name: string, { passed, failed }: Result): void {
  const before = results.get(name) ?? { passed: 0, failed: 0 };
  results.set(name, { passed: before.passed + passed, failed: before.failed + failed });
}

function say(text: string): void {
  process.stdout.write(text);
}
