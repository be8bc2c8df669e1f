// How a search goes about it. Where few posts hold the words, all of these are looked up among the user's items; where many do,
// the user's items are walked. Which of the two it is shows while the posts are gathered, the newest first, in stretches.

import {
  isRestricted,
  isWithin,
  itemsAmong,
  type Searched,
  type SearchPlan,
  soughtOf,
  walks,
} from './search.ts';
import type { SoughtText } from './search-dialect.ts';
import { lookIntoIndex } from './search-index.ts';
import { sql } from './sql.ts';
import type { ReadTx, Store } from './store.ts';
import { othersTurn } from './turn.ts';

/** Whether the time of a page is up: from then on it has what it has, and goes on with the next. */
export type TimeOfPage = (tx: Pick<ReadTx, 'now'>) => boolean;

/** Begins with the first transaction that asks. */
export function timeOfPage(ms = PAGE_MS): TimeOfPage {
  let startedAt: number | undefined;
  return ({ now }) => {
    startedAt ??= now;
    return now - startedAt >= ms;
  };
}

/** With what was begun by then and a walk of its own time, a page takes less than 50 ms. */
const PAGE_MS = 25;

export interface PlanLimits {
  /** Posts that are looked up one by one: a microsecond each, and then all that is found is known. */
  known: number;
  /** So many posts tell how frequent words are. */
  sample: number;
  /** Posts that lie so far apart, in ids, are sooner all gathered than met on a walk. */
  farthest: number;
  /** Where a sample promises so many times what can be known, no more is gathered. */
  surely: number;
  /** Posts of the first stretch: half of these hold a frequent word. */
  firstStretch: number;
  /** Each stretch is as long as all before it, up to this: some ten milliseconds, during which others wait. */
  longestStretch: number;
}

const planLimits: PlanLimits = {
  known: 5_000,
  sample: 200,
  farthest: 2_000,
  surely: 4,
  firstStretch: 8_192,
  longestStretch: 65_536,
};

/** Others have their turn between stretches. */
export async function planSearch(
  store: Store,
  searched: Searched,
  { isTimeUp = () => false, limits = planLimits }: { isTimeUp?: TimeOfPage; limits?: PlanLimits } = {},
): Promise<SearchPlan> {
  const planning: Planning = { limits, isTimeUp, newest: undefined, posts: [], looked: 0 };
  for (;;) {
    const plan = await store.read((tx) => planOn(tx, searched, planning));
    if (plan) return plan;
    await othersTurn();
  }
}

/** A plan in the making. */
interface Planning {
  limits: PlanLimits;
  isTimeUp: TimeOfPage;
  /** The greatest id of any post; undefined before the first stretch. */
  newest: number | undefined;
  /** What was gathered, the newest first. */
  readonly posts: number[];
  /** Of the posts from the newest down, how many were looked at. */
  looked: number;
}

/** Gathers another stretch. Undefined: it takes one more to know. */
async function planOn(tx: ReadTx, searched: Searched, planning: Planning): Promise<SearchPlan | undefined> {
  const { text, wanted } = soughtOf(searched);
  if (!text) return { spacing: 0, ...walks.usual };
  const gathers = tx.dialect.search.gathers(text);
  const isFirst = planning.newest === undefined;
  const isLate = planning.isTimeUp(tx) && isWorthWalking(planning);
  const newest = isLate ? (planning.newest ?? 0) : await gather(tx, text, planning);
  const isAll = planning.looked > newest;
  const isTooMany = planning.posts.length > planning.limits.known;
  const isMany = isLate || isTooMany || (!isAll && promisesMany(planning, newest));
  // Whoever walks anyway has only to know about how many hold the words.
  const walksAnyway = isMany || !wanted || (isFirst && (await isLittle(tx, searched)));
  if (!walksAnyway) return isAll ? { ids: await itemsAmong(tx, searched, planning.posts) } : undefined;
  if (gathers) return { spacing: Number.POSITIVE_INFINITY, ...walks.gathering };
  const looked = isMany ? newest - (planning.posts.at(-1) ?? 0) : Math.min(newest, planning.looked);
  return { spacing: looked / Math.max(1, planning.posts.length), ...walks.usual };
}

/** Gives the greatest id of any post. */
async function gather(tx: ReadTx, text: SoughtText, planning: Planning): Promise<number> {
  const { search } = tx.dialect;
  planning.newest ??= (await tx.get<{ id: number | null }>(sql`SELECT max(id) AS id FROM posts`))?.id ?? 0;
  const { newest, looked, posts, limits } = planning;
  const length = search.gathers(text) ? newest + 1 : nextStretch(planning);
  const last = newest - looked;
  const found = await lookIntoIndex(
    tx,
    // By a sum, for FTS5 goes backwards through all that is above the stretch.
    sql`
    SELECT post_id FROM (${search.findBetween(text, Math.max(0, last - length + 1), last)}) AS found
    ORDER BY post_id + 0 DESC LIMIT ${limits.known + 1 - posts.length}`,
  );
  posts.push(...found.map((row) => row.post_id));
  planning.looked += length;
  return newest;
}

/** Whether a walk finds some of them soon. */
function isWorthWalking({ posts, looked, limits }: Planning): boolean {
  return posts.length >= limits.sample && looked <= posts.length * limits.farthest;
}

function promisesMany({ posts, looked, limits }: Planning, newest: number): boolean {
  return posts.length >= limits.sample && (posts.length / looked) * newest > limits.surely * limits.known;
}

/** As long as all before it, and no longer than it takes to know. */
function nextStretch({ posts, looked, limits }: Planning): number {
  const most = Math.min(limits.longestStretch, looked || limits.firstStretch);
  if (posts.length < limits.sample) return most;
  return Math.min(
    most,
    Math.ceil(((limits.known + 1 - posts.length) * looked) / posts.length) + limits.firstStretch,
  );
}

/** Then one portion of a walk is all of it. */
async function isLittle(tx: ReadTx, searched: Searched): Promise<boolean> {
  return isRestricted(searched) && isWithin(tx, searched, walks.usual.items);
}
