// `npm run bench:schedule`: our schedule against those of other readers, each time at as many requests.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { compare } from './compare.ts';
import { budgetTable, kindTable } from './table.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const note = `${root}docs/notes/2026-11-schedule-simulation.md`;
const usual = { feeds: '200', days: '60', seed: '1' };

const { values } = parseArgs({
  options: {
    feeds: { type: 'string', default: usual.feeds },
    days: { type: 'string', default: usual.days },
    seed: { type: 'string', default: usual.seed },
  },
});
const options = {
  feeds: wholeNumber('feeds', values.feeds),
  days: wholeNumber('days', values.days),
  seed: wholeNumber('seed', values.seed),
};

const results = compare(options, ({ name }) => process.stderr.write(`Against ${name}\n`));
const tables = { budgets: budgetTable(results.blocks), kinds: kindTable(results.examples) };
process.stdout.write(`${tables.budgets}\n${tables.kinds}`);

mkdirSync(`${root}bench/results`, { recursive: true });
writeFileSync(`${root}bench/results/schedule.json`, `${JSON.stringify({ options, ...results }, null, 2)}\n`);
// The note shows the usual run: any other would make figures that nobody gets again.
if (values.feeds === usual.feeds && values.days === usual.days && values.seed === usual.seed) {
  let text = readFileSync(note, 'utf8');
  for (const [name, table] of Object.entries(tables)) text = withTable(text, name, table);
  writeFileSync(note, text);
}

function wholeNumber(name: string, text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new Error(`Cannot simulate: --${name} is not a whole number from 1 to 999999`);
}

/** Replaces what stands between `<!-- name -->` and `<!-- /name -->`. */
function withTable(text: string, name: string, table: string): string {
  const [before, rest] = text.split(`<!-- ${name} -->\n`);
  const after = rest?.split(`<!-- /${name} -->`)[1];
  if (before === undefined || after === undefined) throw new Error(`Cannot write note: no place for ${name}`);
  return `${before}<!-- ${name} -->\n${table}<!-- /${name} -->${after}`;
}
