// `npm run bench:search`: how long a search takes among many posts, for a user with many feeds and a user with few.
import { join } from 'node:path';
import { readCommandLine, wholeNumber } from '../../scripts/command-line.ts';
import { systemClock } from '../../server/src/clock.ts';
import { openStore } from '../../server/src/store/open.ts';
import { sql } from '../../server/src/store/sql.ts';
import type { ReadTx } from '../../server/src/store/store.ts';
import { percentile, spreadOf } from '../crawl/figures.ts';
import { table } from '../markdown-table.ts';
import { keepFigures, workFolder } from '../places.ts';
import { indexBytes } from './index-bytes.ts';
import { type Answered, measure } from './measure.ts';
import { seed } from './seed.ts';

/** More would fill the disk of an ordinary machine. */
const MOST_POSTS = 2_000_000;

const values = readCommandLine('npm run bench:search --', {
  posts: { type: 'string', default: '100000', about: 'Posts to search.' },
  rounds: { type: 'string', default: '15', about: 'Rounds of each search.' },
  visits: {
    type: 'string',
    default: '300',
    about: 'Visits with five posts each that are timed while it is filled.',
  },
  database: {
    type: 'string',
    about: 'A file or the address of a PostgreSQL schema, which is kept and need not be filled again.',
  },
});
const posts = wholeNumber('posts', values.posts, MOST_POSTS);
const rounds = wholeNumber('rounds', values.rounds, 1_000);
const visits = wholeNumber('visits', values.visits, 10_000);

const database = values.database ?? join(workFolder(), 'courant.db');
const store = await openStore(database.includes('://') ? database : `file:${database}`, systemClock);
const startedAt = performance.now();
const isFilled = (await store.read((tx) => tx.get(sql`SELECT id FROM posts LIMIT 1`))) !== undefined;
if (!isFilled) {
  const seeded = await seed(store, { posts, visits });
  const seconds = (performance.now() - startedAt) / 1_000;
  const { p50, p95, max } = spreadOf(seeded.visits);
  process.stdout.write(
    `${posts} posts in ${seconds.toFixed(0)} s. A visit with five posts: ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)}, at most ${max.toFixed(1)}\n\n`,
  );
}
const answered: Answered[] = [];
for (const [name, userId] of [
  ['many', 1],
  ['few', 2],
] as const) {
  answered.push(...(await measure(store, { name, userId, rounds })));
}
process.stdout.write(tableOf(answered));
const perPost = (await store.read(indexBytes)) / (await store.read(countPosts));
process.stdout.write(`\n${perPost.toFixed(0)} bytes of index for each post\n`);
await store.close();
keepFigures('search', { posts, indexBytesPerPost: Math.round(perPost), answered: answered.map(figuresOf) });

function tableOf(rows: readonly Answered[]): string {
  const heads = [
    'user',
    'search',
    'order',
    'page of',
    'median ms',
    'p95',
    'at most',
    'of the processor',
    'longest wait of others',
  ];
  const cells = rows
    .map(figuresOf)
    .map(({ user, what, order, found, ...figures }) => [
      user,
      what,
      order,
      String(found),
      ...Object.values(figures).map((ms) => ms.toFixed(1)),
    ]);
  return table(heads, cells);
}

/** Milliseconds, rounded: thousandths are noise. */
function figuresOf({ user, what, order, found, times, works, waits }: Answered) {
  const rounded = (ms: number): number => Math.round(ms * 10) / 10;
  return {
    user,
    what,
    order,
    found,
    median: rounded(percentile(times, 0.5)),
    p95: rounded(percentile(times, 0.95)),
    most: rounded(Math.max(...times)),
    work: rounded(percentile(works, 0.5)),
    wait: rounded(Math.max(...waits)),
  };
}

async function countPosts(tx: ReadTx): Promise<number> {
  return Number((await tx.get<{ count: number }>(sql`SELECT count(*) AS count FROM posts`))?.count);
}
