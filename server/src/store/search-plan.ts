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

export interface PlanLimits {
  /** Posts that are looked up one by one: a microsecond each, and then all that is found is known. */
  known: number;
  /** Posts of the first stretch: a word of which these hold a third is frequent. */
  firstStretch: number;
  /** Each stretch is as long as all before it, up to this: some ten milliseconds, during which others wait. */
  longestStretch: number;
}

const planLimits: PlanLimits = { known: 5_000, firstStretch: 16_384, longestStretch: 131_072 };

/** Others have their turn between stretches. */
export async function planSearch(store: Store, searched: Searched, limits = planLimits): Promise<SearchPlan> {
  const planning: Planning = { limits, newest: undefined, posts: [], looked: 0 };
  for (;;) {
    const plan = await store.read((tx) => planOn(tx, searched, planning));
    if (plan) return plan;
    await othersTurn();
  }
}

/** A plan in the making. */
interface Planning {
  limits: PlanLimits;
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
  const newest = await gather(tx, text, planning);
  const isMany = planning.posts.length > planning.limits.known;
  const isAll = planning.looked > newest;
  // Whoever walks anyway has only to know about how many hold the words.
  const walksAnyway = isMany || !wanted || (isFirst && (await isLittle(tx, searched)));
  if (!walksAnyway) return isAll ? { ids: await itemsAmong(tx, searched, planning.posts) } : undefined;
  if (gathers) return { spacing: Number.POSITIVE_INFINITY, ...walks.gathering };
  const looked = isMany ? newest - (planning.posts.at(-1) ?? 0) : planning.looked;
  return { spacing: looked / Math.max(1, planning.posts.length), ...walks.usual };
}

/** Gives the greatest id of any post. */
async function gather(tx: ReadTx, text: SoughtText, planning: Planning): Promise<number> {
  const { search } = tx.dialect;
  planning.newest ??= (await tx.get<{ id: number | null }>(sql`SELECT max(id) AS id FROM posts`))?.id ?? 0;
  const { newest, looked, posts, limits } = planning;
  const length = search.gathers(text)
    ? newest + 1
    : Math.min(limits.longestStretch, looked || limits.firstStretch);
  const last = newest - looked;
  const found = await lookIntoIndex(
    tx,
    sql`
    SELECT post_id FROM (${search.findBetween(text, Math.max(0, last - length + 1), last)}) AS found
    ORDER BY post_id DESC LIMIT ${limits.known + 1 - posts.length}`,
  );
  posts.push(...found.map((row) => row.post_id));
  planning.looked += length;
  return newest;
}

/** Then one portion of a walk is all of it. */
async function isLittle(tx: ReadTx, searched: Searched): Promise<boolean> {
  return isRestricted(searched) && isWithin(tx, searched, walks.usual.items);
}
