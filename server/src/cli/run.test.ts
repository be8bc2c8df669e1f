import assert from 'node:assert/strict';
import { test } from 'node:test';
import { version } from '../version.ts';
import type { ExitCode } from './command.ts';
import { commandHelp, generalHelp } from './help.ts';
import { commands, run } from './run.ts';
import { typed } from './testing/typed.ts';

for (const words of [[], ['--help'], ['-h']]) {
  test(`courant ${words.join(' ')} shows all commands`, async () => {
    assert.deepEqual(await typed(words), { code: 0, out: generalHelp(commands), err: '' });
  });
}

test('the version is told on its own', async () => {
  assert.deepEqual(await typed(['--version']), { code: 0, out: `courant ${version}\n`, err: '' });
  assert.match(version, /^\d+\.\d+\.\d+/);
});

for (const command of commands) {
  for (const flag of ['--help', '-h']) {
    test(`courant ${command.name} ${flag} shows its page and does nothing`, async () => {
      const environment = { COURANT_DATABASE: 'file:/nowhere/at/all', COURANT_LISTEN: 'wrong' };
      const shown = { code: 0, out: commandHelp(command), err: '' };
      assert.deepEqual(await typed([...command.name.split(' '), flag], environment), shown);
      assert.deepEqual(await typed([flag, ...command.name.split(' ')], environment), shown);
    });
  }

  test(`courant ${command.name} says which word is too many`, async () => {
    const result = await typed([...command.name.split(' '), 'one', 'two', 'three']);
    assert.equal(result.code, 2);
    assert.ok(result.err.startsWith(`Cannot ${command.name}: it takes `), result.err);
    assert.ok(result.err.endsWith(commandHelp(command)));
  });

  test(`courant ${command.name} does not know every option`, async () => {
    const result = await typed([...command.name.split(' '), ...command.words, '--no-such-option']);
    assert.equal(result.code, 2);
    assert.match(result.err, /^Cannot .*--no-such-option'\n\n/);
  });
}

for (const name of [
  'user create',
  'user reset',
  'user disable',
  'user enable',
  'user delete',
  'feed refresh',
]) {
  test(`courant ${name} misses its word`, async () => {
    const result = await typed(name.split(' '));
    assert.deepEqual([result.code, result.out], [2, '']);
    assert.match(result.err, new RegExp(`^Cannot ${name}: it takes [A-Z]+\n`));
  });
}

test('an option that has another in the place of its argument is told to lack one', async () => {
  const { code, err } = await typed(['database', 'copy', '--from', '--to', 'x']);
  assert.equal(code, 2);
  assert.match(err, /^Cannot database copy: .*\nDid you forget [^\n]* for '--from'\?\n\nUsage: /);
});

test('the first word of several commands shows them when asked for help', async () => {
  const { code, out } = await typed(['user', '--help']);
  assert.equal(code, 0);
  assert.deepEqual(out.match(/^ {2}\w+ \w+/gm), [
    '  user create',
    '  user list',
    '  user invite',
    '  user reset',
    '  user disable',
    '  user enable',
    '  user promote',
    '  user demote',
    '  user delete',
  ]);
});

for (const words of [['nonsense'], ['user'], ['user', 'nonsense'], ['use', '--help'], ['--nonsense'], ['']]) {
  test(`courant ${words.join(' ')} is no command`, async () => {
    const { code, out, err } = await typed(words);
    assert.deepEqual([code, out], [2, '']);
    assert.equal(err, `Cannot run ${words.join(' ')}: there is no such command\n\n${generalHelp(commands)}`);
  });
}

test('no mistyped command line has a password in its error', async () => {
  const address = 'postgres://ines:tr0ub4dor@[::1]:1/courant';
  for (const [words, says] of [
    [['copy', address], 'Cannot run copy …: there'],
    [['user', 'crate', 'ines', 'tr0ub4dor'], 'Cannot run user crate: there'],
    [[`COURANT_DATABASE=${address}`, 'serve'], 'Cannot run … serve: there'],
    [['database', 'copy', `--to${address}'`], "Cannot database copy: Unknown option '--topostgres'\n"],
    [['database', 'copy', `--to:${address}`], "Cannot database copy: Unknown option '--to'\n"],
    [['database', 'copy', `--afresh=${address}`], "Cannot database copy: Option '--afresh' does not take"],
    [['restore', address], 'Cannot restore: FILE is an address, must be a file'],
    [['restore', address.replace('postgres', 'postgresql+psycopg')], 'Cannot restore: FILE is an address'],
    [['backup', '--to', address], 'Cannot back up: --to is an address, must be a file or a folder'],
    [['serve', '--role', address], 'Cannot serve: --role must be one of api, crawler'],
  ] as const) {
    const { code, out, err } = await typed(words);
    assert.deepEqual([code, out], [2, ''], err);
    assert.ok(err.startsWith(says), err);
    assert.doesNotMatch(err, /tr0/);
  }
});

test('mistakes in the settings are told one a line, with an exit code of their own', async () => {
  const environment = { COURANT_LISTEN: 'x', COURANT_LOG_LEVEL: 'y' };
  const { code, err } = await typed(['database', 'migrate'], environment);
  assert.equal(code, 78);
  assert.match(
    err,
    /^Cannot start: the settings have mistakes\n {2}COURANT_LISTEN is x,.*\n {2}COURANT_LOG_LEVEL is y,.*\n$/,
  );
});

test('a command is not run without an option that it must have, and says how it is written', async () => {
  const { code, out, err } = await typed(['user', 'create', 'ines']);
  assert.deepEqual([code, out], [2, '']);
  assert.match(err, /^Cannot user create: --password-stdin is missing\n\nUsage: [\s\S]*from standard input/);
});

for (const [what, error, tellsPlace] of [
  ['a sentence', new Error('Cannot do it: it is late'), false],
  [
    'a bug that begins like a sentence',
    new TypeError("Cannot read properties of undefined (reading 'x')"),
    true,
  ],
  ['a fault of the machine', new Error('disk I/O error'), true],
] as const) {
  test(`${what} ${tellsPlace ? 'is told with its place' : 'needs no place'}`, async () => {
    const lines: string[] = [];
    const io = {
      environment: {},
      stdin: (async function* () {})(),
      out: () => {
        throw error;
      },
      err: (text: string) => void lines.push(text),
      stopped: Promise.resolve(),
      leave: (code: ExitCode): never => {
        throw new Error(`left with ${code}`);
      },
      drop: (): never => {
        throw new Error('dropped');
      },
    };
    assert.equal(await run(['config'], io), 1);
    assert.equal(lines[0], `${error.message}\n`);
    assert.deepEqual(lines.slice(1), tellsPlace ? [`${error.stack}\n`] : []);
  });
}
