// Asks each question a number of times, in the way the door does, and measures how long the event loop is blocked meanwhile.
import { searchBest, searchNewest } from '../../server/src/library/search.ts';
import type { Store } from '../../server/src/store/store.ts';
import { type Question, questions } from './questions.ts';

export interface Answered extends Question {
  user: string;
  order: 'newest' | 'rank' | 'newest, page 2';
  /** Items on the page. */
  found: number;
  /** Milliseconds of each run. */
  times: number[];
  /** Milliseconds of CPU time: the figure that counts if the machine has other work. */
  works: number[];
  /** The longest time in each run in which nobody else was served. */
  waits: number[];
}

const LIMIT = 20;

export async function measure(
  store: Store,
  { name, userId, rounds }: { name: string; userId: number; rounds: number },
): Promise<Answered[]> {
  const answered: Answered[] = [];
  for (const question of questions) {
    const wish = { text: question.typed, limit: LIMIT };
    const first = await searchNewest({ store }, userId, wish, {});
    const maxId = first.edge ?? first.ids.at(-1) ?? 1;
    const ways = {
      newest: async () => countOf(await searchNewest({ store }, userId, wish, {})),
      'newest, page 2': async () => countOf(await searchNewest({ store }, userId, wish, { maxId })),
      rank: async () => countOf(await searchBest({ store }, userId, wish, undefined)),
    } as const;
    for (const order of ['newest', 'newest, page 2', 'rank'] as const) {
      answered.push({ user: name, ...question, order, ...(await repeat(ways[order], rounds)) });
    }
  }
  return answered;
}

/** How many items of a page there are, all of which are read. */
async function countOf({ portions }: { portions: AsyncIterable<readonly unknown[]> }): Promise<number> {
  return (await Array.fromAsync(portions)).flat().length;
}

async function repeat(
  ask: () => Promise<number>,
  rounds: number,
): Promise<Pick<Answered, 'found' | 'times' | 'works' | 'waits'>> {
  const times: number[] = [];
  const works: number[] = [];
  const waits: number[] = [];
  let found = await ask();
  for (let round = 0; round < rounds; round++) {
    const watch = watchTurns();
    const before = process.cpuUsage();
    const startedAt = performance.now();
    found = await ask();
    times.push(performance.now() - startedAt);
    const { user, system } = process.cpuUsage(before);
    works.push((user + system) / 1_000);
    waits.push(watch.end());
  }
  return { found, times, works, waits };
}

/** The longest time between two turns of the event loop. */
function watchTurns(): { end(): number } {
  let longest = 0;
  let last = performance.now();
  let isOver = false;
  const look = (): void => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    if (!isOver) setImmediate(look);
  };
  setImmediate(look);
  return {
    end() {
      isOver = true;
      look();
      return longest;
    },
  };
}
