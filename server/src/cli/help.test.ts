import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Command, exitCodes } from './command.ts';
import { commandHelp, generalHelp } from './help.ts';
import { commands } from './run.ts';

const bake: Command = {
  name: 'cake bake',
  words: ['NAME', '[SIZE]'],
  summary: 'Bake a cake.',
  details: 'It takes an hour.',
  options: {
    icing: { type: 'boolean', summary: 'With icing.' },
    at: { type: 'string', argument: 'PLACE', isRequired: true, summary: 'Where.' },
  },
  run: async () => exitCodes.done,
};
const eat: Command = { name: 'eat', words: [], summary: 'Eat it.', options: {}, run: bake.run };

test('the page of a command has its usage, its sentence, its details and every option', () => {
  assert.equal(
    commandHelp(bake),
    `Usage: courant cake bake NAME [SIZE] [--icing] --at PLACE

Bake a cake.

It takes an hour.

  --icing     With icing.
  --at PLACE  Where.
  --help      Show this page.
`,
  );
});

test('the general page has a line for each command, in columns, and every exit code', () => {
  const page = generalHelp([bake, eat]);
  assert.match(page, /^Usage: courant COMMAND \[--help\], or courant --version$/m);
  assert.ok(page.includes('  cake bake NAME [SIZE] [--icing] --at PLACE  Bake a cake.\n'));
  assert.ok(page.includes(`  ${'eat'.padEnd(42)}  Eat it.\n`));
  const told = page.match(/Exit codes:.*/)?.[0].match(/\d+/g);
  assert.deepEqual(told?.map(Number), Object.values(exitCodes));
});

test('the pages of our own commands fit a terminal, in sentences, and no two commands bear one name', () => {
  assert.equal(new Set(commands.map(({ name }) => name)).size, commands.length);
  for (const command of commands) {
    assert.match(command.summary, /^[A-Z].*\.$/);
    for (const line of commandHelp(command).split('\n')) assert.ok(line.length <= 100, line);
  }
});
