import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parse, usageOf } from './command-line.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

const options = {
  rounds: { type: 'string', default: '5', about: 'Rounds of each load.' },
  profile: { type: 'string', about: 'A folder for profiles.' },
  'no-crawl': { type: 'boolean', about: 'Skip the refresh.' },
} as const;

test('what is left out has its default, and a switch is off', () => {
  assert.deepEqual(parse([], options), { values: { rounds: '5', 'no-crawl': false } });
  assert.deepEqual(parse(['--no-crawl', '--rounds=2', '--profile', '/tmp/x'], options), {
    values: { rounds: '2', 'no-crawl': true, profile: '/tmp/x' },
  });
});

test('an option that is none, a word too many or an argument too few is a sentence, and --help is none', () => {
  assert.deepEqual(parse(['--help'], options), { wrong: undefined });
  assert.deepEqual(parse(['--sizes', '3'], options), { wrong: "Unknown option '--sizes'" });
  assert.deepEqual(parse(['--rounds'], options), {
    wrong: "Option '--rounds <value>' argument missing",
  });
  assert.match((parse(['all'], options) as { wrong: string }).wrong, /^Unexpected argument 'all'/);
});

test('a number beyond its bounds, or none, ends the program with a sentence and 2', () => {
  const module = new URL('command-line.ts', import.meta.url).href;
  const read = (text: string, least: number): { status: number | null; told: string } => {
    const program = `import { wholeNumber } from '${module}'; console.log(wholeNumber('port', '${text}', 9, ${least}));`;
    const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
      encoding: 'utf8',
    });
    return { status, told: (stdout + stderr).trim() };
  };
  assert.deepEqual(read('9', 1), { status: 0, told: '9' });
  assert.deepEqual(read('0', 0), { status: 0, told: '0' });
  for (const text of ['0', '10', '1.5', 'x']) {
    const told = `--port is ${text}, must be a whole number from 1 to 9`;
    assert.deepEqual(read(text, 1), { status: 2, told });
  }
});

test('the usage has a line for each option', () => {
  assert.equal(
    usageOf('npm run bench --', options),
    `Usage: npm run bench -- [OPTION…]

  --rounds …   Rounds of each load. Default: 5.
  --profile …  A folder for profiles.
  --no-crawl   Skip the refresh.
  --help       Show this page.
`,
  );
});

test('every bench and the demo read their command line by it', () => {
  const programs = globSync(['bench/main.ts', 'bench/check.ts', 'bench/*/main.ts', 'server/demo/main.ts'], {
    cwd: root,
  });
  assert.ok(programs.length > 10);
  assert.deepEqual(
    programs.filter(
      (path) => !/^(const values = )?readCommandLine\(/m.test(readFileSync(join(root, path), 'utf8')),
    ),
    [],
  );
});
