// `npm run bench:schedule`: our schedule against those of other readers, each compared at the same number of requests.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readCommandLine, wholeNumber } from '../../scripts/command-line.ts';
import { keepFigures } from '../places.ts';
import { compare } from './compare.ts';
import { budgetTable, kindTable } from './table.ts';

const note = fileURLToPath(new URL('../../docs/notes/2026-11-schedule-simulation.md', import.meta.url));
const usual = { feeds: 200, days: 60, seed: 1 };

const values = readCommandLine('npm run bench:schedule --', {
  feeds: { type: 'string', default: String(usual.feeds), about: 'Feeds of each kind.' },
  days: { type: 'string', default: String(usual.days), about: 'Days to simulate.' },
  seed: { type: 'string', default: String(usual.seed), about: 'Which random numbers.' },
});
const options = {
  feeds: wholeNumber('feeds', values.feeds),
  days: wholeNumber('days', values.days),
  seed: wholeNumber('seed', values.seed),
};

const results = compare(options, ({ name }) => process.stderr.write(`Against ${name}\n`));
const tables = { budgets: budgetTable(results.blocks), kinds: kindTable(results.examples) };
process.stdout.write(`${tables.budgets}\n${tables.kinds}`);

keepFigures('schedule', { options, ...results });
// The note shows the default run: any other would give figures that nobody can reproduce.
if (options.feeds === usual.feeds && options.days === usual.days && options.seed === usual.seed) {
  let text = readFileSync(note, 'utf8');
  for (const [name, table] of Object.entries(tables)) text = withTable(text, name, table);
  writeFileSync(note, text);
}

/** Replaces the text between `<!-- name -->` and `<!-- /name -->`. */
function withTable(text: string, name: string, table: string): string {
  const [before, rest] = text.split(`<!-- ${name} -->\n`);
  const after = rest?.split(`<!-- /${name} -->`)[1];
  if (before === undefined || after === undefined) throw new Error(`Cannot write note: no place for ${name}`);
  return `${before}<!-- ${name} -->\n${table}<!-- /${name} -->${after}`;
}
