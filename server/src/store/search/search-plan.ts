// How a search proceeds. If few posts hold the words, all of these are looked up among the user's items; if many do, the user's
// items are walked. Which it is becomes clear while posts are gathered in stretches, the newest first.
import { newestId } from '../sources/newest-id.ts';
import { sql } from '../sql.ts';
import type { ReadTx, Store } from '../store.ts';
import { othersTurn } from '../turn.ts';
import { itemsAmong, type MatchingPosts, type SearchPlan, soughtOf, walks } from './search.ts';
import type { SoughtText, WordIndex } from './search-dialect.ts';
import { lookIntoIndex } from './search-index.ts';
import { isRestricted, isWithin, type Searched } from './search-scope.ts';

/** Whether the time of a page is up: then the page ends with what it has, and the next one goes on. */
export type TimeOfPage = (tx: Pick<ReadTx, 'now'>) => boolean;

/** The time begins with the first transaction that asks. */
export function timeOfPage(ms = PAGE_MS): TimeOfPage {
  let startedAt: number | undefined;
  return ({ now }) => {
    startedAt ??= now;
    return now - startedAt >= ms;
  };
}

/** Including what has begun by then and the time of a walk, a page takes less than 50 ms. */
const PAGE_MS = 25;

interface PlanLimits {
  /** Posts that are looked up one by one: a microsecond each, and then everything that matches is known. */
  known: number;
  /** This many posts tell how frequent the words are. */
  sample: number;
  /** If posts are farther apart than this, in ids, gathering all of them is quicker than meeting some on a walk. */
  farthest: number;
  /** If a sample promises this many times `known`, no more is gathered. */
  surely: number;
  /** The length of the first stretch, in posts: half of these hold a frequent word. */
  firstStretch: number;
  /** Each stretch is as long as all before it, up to this, which takes some ten milliseconds during which others wait. */
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

/** Words of phrases and alternatives for which lengths of stretches and portions are made. */
const FEW_WORDS = 2;
/** Items in a portion of a walk, however many words are sought: with fewer, most looks would find none. */
const LEAST_WALKED = 16;

/** Makes the plan of a search. Others have their turn between stretches. */
export async function planSearch(
  store: Store,
  searched: Searched,
  { isTimeUp = () => false, limits = planLimits }: { isTimeUp?: TimeOfPage; limits?: PlanLimits } = {},
): Promise<SearchPlan> {
  const weight = weightOf(searched);
  const shorter = {
    firstStretch: Math.ceil(limits.firstStretch / weight),
    longestStretch: Math.ceil(limits.longestStretch / weight),
  };
  const planning: Planning = {
    limits: { ...limits, ...shorter },
    isTimeUp,
    newest: undefined,
    posts: { plain: [], full: [] },
    looked: 0,
  };
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
  /** The posts gathered so far, the newest first. */
  readonly posts: Record<keyof MatchingPosts, number[]>;
  /** How many posts were looked at, from the newest down. */
  looked: number;
}

/** Gathers another stretch. Undefined if it takes one more to decide. */
async function planOn(tx: ReadTx, searched: Searched, planning: Planning): Promise<SearchPlan | undefined> {
  const { text, wanted } = soughtOf(searched);
  if (!text) return { spacing: 0, ...walks.usual };
  const gathers = tx.dialect.search.gathers(text);
  const isFirst = planning.newest === undefined;
  const isLate = planning.isTimeUp(tx) && isWorthWalking(planning);
  const newest = isLate
    ? (planning.newest ?? 0)
    : await gather(tx, { text, hasArticles: searched.hasArticles }, planning);
  const isAll = planning.looked > newest;
  const posts = frequent(planning);
  const isTooMany = posts.length > planning.limits.known;
  const isMany = isLate || isTooMany || (!isAll && promisesMany(planning, newest));
  // A search that walks anyway only has to know roughly how many posts hold the words.
  const walksAnyway = isMany || !wanted || (isFirst && (await isLittle(tx, searched)));
  if (!walksAnyway) return isAll ? { ids: await itemsAmong(tx, searched, planning.posts) } : undefined;
  if (gathers) return { spacing: Number.POSITIVE_INFINITY, ...walks.gathering };
  const looked = isMany ? newest - (posts.at(-1) ?? 0) : Math.min(newest, planning.looked);
  const spacing = looked / Math.max(1, posts.length);
  const items = Math.max(LEAST_WALKED, Math.ceil(walks.usual.items / weightOf(searched)));
  return { spacing, ...walks.usual, items };
}

/** Gathers a stretch, and returns the greatest id of any post. */
async function gather(
  tx: ReadTx,
  { text, hasArticles }: { text: SoughtText; hasArticles: boolean },
  planning: Planning,
): Promise<number> {
  const { search } = tx.dialect;
  planning.newest ??= await newestId(tx);
  const { newest, looked, limits } = planning;
  const length = search.gathers(text) ? newest + 1 : nextStretch(planning);
  const last = newest - looked;
  const lookInto = async (index: WordIndex, posts: number[]): Promise<void> => {
    const found = await lookIntoIndex(
      tx,
      // Ordered by a sum, because FTS5 would walk backwards through everything above the stretch.
      sql`
      SELECT post_id FROM (${index.findBetween(text, Math.max(0, last - length + 1), last)}) AS found
      ORDER BY post_id + 0 DESC LIMIT ${limits.known + 1 - posts.length}`,
    );
    posts.push(...found.map((row) => row.post_id));
  };
  await lookInto(search, planning.posts.plain);
  if (hasArticles) await lookInto(search.full, planning.posts.full);
  planning.looked += length;
  return newest;
}

/** How many times as long a look takes as one for two words: others wait for each. Words that must all be there are passed over quickly. */
function weightOf({ words }: Searched): number {
  const weights = words.flatMap(({ any }) =>
    any.map((term) => (term.words.length > 1 || any.length > 1 ? term.words.length : 0)),
  );
  return Math.max(1, weights.reduce((sum, each) => sum + each, 0) / FEW_WORDS);
}

/** Those of the index in which the words are more frequent. */
function frequent({ posts: { plain, full } }: Planning): readonly number[] {
  return full.length > plain.length ? full : plain;
}

/** Whether a walk would soon find some of them. */
function isWorthWalking(planning: Planning): boolean {
  const { looked, limits } = planning;
  const posts = frequent(planning);
  return posts.length >= limits.sample && looked <= posts.length * limits.farthest;
}

function promisesMany(planning: Planning, newest: number): boolean {
  const { looked, limits } = planning;
  const posts = frequent(planning);
  return posts.length >= limits.sample && (posts.length / looked) * newest > limits.surely * limits.known;
}

/** As long as all before it, but no longer than it takes to decide. */
function nextStretch(planning: Planning): number {
  const { looked, limits } = planning;
  const posts = frequent(planning);
  const most = Math.min(limits.longestStretch, looked || limits.firstStretch);
  if (posts.length < limits.sample) return most;
  return Math.min(
    most,
    Math.ceil(((limits.known + 1 - posts.length) * looked) / posts.length) + limits.firstStretch,
  );
}

/** Whether the user has so few items in question that one portion of a walk covers them. */
async function isLittle(tx: ReadTx, searched: Searched): Promise<boolean> {
  return isRestricted(searched) && isWithin(tx, searched, walks.usual.items);
}
