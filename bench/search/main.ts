// `npm run bench:search`: how long a search takes among many posts, for somebody who follows much and somebody who follows little.
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { systemClock } from '../../server/src/clock.ts';
import { openStore } from '../../server/src/store/open.ts';
import { sql } from '../../server/src/store/sql.ts';
import { percentile, spreadOf } from '../crawl/figures.ts';
import { type Answered, measure } from './measure.ts';
import { seed } from './seed.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Beyond this the disk of an ordinary machine is full. */
const MOST_POSTS = 2_000_000;

const { values } = parseArgs({
  options: {
    posts: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '15' },
    visits: { type: 'string', default: '300' },
    /** A file to keep, and to measure again without filling it. */
    database: { type: 'string' },
  },
});
const posts = wholeNumber('posts', values.posts, MOST_POSTS);
const rounds = wholeNumber('rounds', values.rounds, 1_000);
const visits = wholeNumber('visits', values.visits, 10_000);

const folder = mkdtempSync(join(tmpdir(), 'courant-bench-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const path = values.database ?? join(folder, 'courant.db');
const store = await openStore(`file:${path}`, systemClock);
const startedAt = performance.now();
const isFilled = (await store.read((tx) => tx.get(sql`SELECT id FROM posts LIMIT 1`))) !== undefined;
if (!isFilled) {
  const seeded = await seed(store, { posts, visits });
  const seconds = (performance.now() - startedAt) / 1_000;
  const { p50, p95, max } = spreadOf(seeded.visits);
  process.stdout.write(
    `${posts} posts in ${seconds.toFixed(0)} s, ${(statSync(path).size / 1e9).toFixed(2)} GB. ` +
      `A visit with five posts: ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)}, at most ${max.toFixed(1)}\n\n`,
  );
}
const answered: Answered[] = [];
for (const [name, userId] of [
  ['many', 1],
  ['few', 2],
] as const) {
  answered.push(...(await measure(store, { name, userId, rounds })));
}
process.stdout.write(table(answered));
await store.close();
mkdirSync(`${root}bench/results`, { recursive: true });
writeFileSync(`${root}bench/results/search.json`, `${JSON.stringify({ posts, answered }, null, 2)}\n`);

function table(rows: readonly Answered[]): string {
  const heads = [
    'user',
    'search',
    'order',
    'page of',
    'median ms',
    'p95',
    'at most',
    'longest wait of others',
  ];
  const cells = rows.map(({ user, what, order, found, times, waits }) => [
    user,
    what,
    order,
    String(found),
    ...[percentile(times, 0.5), percentile(times, 0.95), Math.max(...times), Math.max(...waits)].map((ms) =>
      ms.toFixed(1),
    ),
  ]);
  const lines = [heads, heads.map((_, column) => (column < 3 ? '---' : '--:')), ...cells];
  return `${lines.map((line) => `| ${line.join(' | ')} |`).join('\n')}\n`;
}

function wholeNumber(name: string, text: string, most: number): number {
  const value = Number(text);
  if (Number.isInteger(value) && value > 0 && value <= most) return value;
  throw new Error(`Cannot measure: --${name} is not a whole number from 1 to ${most}`);
}
