// Search: items of a user by their words, newest first or best first.
import type { Item, ItemPage } from '../model/item.ts';
import { Refusal } from '../model/refusal.ts';
import { parseSearch, type SearchQuery } from '../model/search-query.ts';
import { latinDigits } from '../model/search-words.ts';
import { findItemsInLines } from '../store/items/items.ts';
import { type FoundItems, itemsAtFirst, type SearchPlan, searchOn, walks } from '../store/search/search.ts';
import { feedsAt, tagsNamed } from '../store/search/search-places.ts';
import { planSearch, type TimeOfPage, timeOfPage } from '../store/search/search-plan.ts';
import type { Searched, SearchStretch } from '../store/search/search-scope.ts';
import { wantsAnyArticle } from '../store/sources/articles.ts';
import type { ReadTx, Store } from '../store/store.ts';
import { othersTurn } from '../store/turn.ts';
import { portionsFrom, readPortion } from './item-portions.ts';
import type { Library } from './library.ts';

/** A walk gets this much time even if the time for its page is over. */
const WALK_MS = 10;
/** Greater than any id, and still a number that a page token can hold. */
const ABOVE_ALL = Number.MAX_SAFE_INTEGER;

/** Of those that `searchInLines` joins to one: enough for 80,000 items, and for a fifth of a second of looking. */
const MAX_SHORT_PAGES = 8;

/** How far the wide forms of ASCII are from the narrow ones (Unicode, Halfwidth and Fullwidth Forms). */
const WIDER = 0xfee0;

export interface SearchWish {
  /** As typed. */
  text: string;
  only?: ItemPage['only'] | undefined;
  limit: number;
}

interface NewestFound {
  ids: number[];
  /** The items, a few at a time. */
  portions: AsyncGenerator<Item[]>;
  /** The last item examined, if the page is short although there may be more. */
  edge: number | undefined;
  hasOlder: boolean;
  hasNewer: boolean;
}

interface FoundInLines {
  items: Item[];
  /** The next page begins below this id; undefined: there is none. */
  next: number | undefined;
}

interface BestFound {
  ids: number[];
  portions: AsyncGenerator<Item[]>;
  /** Where the next page begins; undefined: there is none. */
  next: string | undefined;
}

/** A page of the results, newest first. Throws Refusal `invalid` for what cannot be read as a query. */
export async function searchNewest(
  { store }: Pick<Library, 'store'>,
  userId: number,
  wish: SearchWish,
  bounds: Bounds,
): Promise<NewestFound> {
  const { look, ids, edge, goesOn } = await findNewest(store, userId, wish, bounds);
  const upwards = bounds.minId !== undefined;
  const hasBefore = isInTheMiddle(bounds) && (await isAny(look, behind(bounds, ids)));
  return {
    ...(await inPortions(store, userId, ids)),
    edge,
    hasOlder: upwards ? hasBefore : goesOn,
    hasNewer: upwards ? goesOn : hasBefore,
  };
}

/**
 * A page of the results below an id, newest first, for a caller that shows a line of each: items without texts and details. Where other
 * pages end short, it goes on for a while: a person would have to ask again. Throws Refusal `invalid`.
 */
export async function searchInLines(
  { store }: Pick<Library, 'store'>,
  userId: number,
  { limit, ...wish }: SearchWish,
  below: number | undefined,
): Promise<FoundInLines> {
  const ids: number[] = [];
  let next = below;
  for (let pages = 0; pages < MAX_SHORT_PAGES; pages++) {
    const rest = { ...wish, limit: limit - ids.length };
    const found = await findNewest(store, userId, rest, { maxId: next });
    ids.push(...found.ids);
    next = found.goesOn ? (found.edge ?? ids.at(-1)) : undefined;
    if (next === undefined || ids.length === limit) break;
    await othersTurn();
  }
  return { items: await store.read((tx) => findItemsInLines(tx, userId, ids)), next };
}

/** The ids of a page, and how the list goes on in its direction. */
async function findNewest(
  store: Store,
  userId: number,
  { limit, ...wish }: SearchWish,
  bounds: Bounds,
): Promise<{ look: Look; ids: number[]; edge: number | undefined; goesOn: boolean }> {
  const isTimeUp = timeOfPage();
  const searched = { ...(await readWish(store, userId, { ...wish, isTimeUp })), reach: 'anywhere' } as const;
  const plan = await planSearch(store, searched, { isTimeUp });
  const look = lookBy(store, searched, { plan, isTimeUp });
  const upwards = bounds.minId !== undefined;
  const found = await look(
    { above: bounds.minId ?? bounds.sinceId, below: bounds.maxId, upwards },
    limit + 1,
  );
  const ids = found.ids.slice(0, limit).sort((a, b) => b - a);
  const goesOn = found.ids.length > limit || found.reached !== undefined;
  return { look, ids, edge: ids.length < limit ? found.reached : undefined, goesOn };
}

/**
 * A page of the results, best first: items with the words in the title, then items about them, then the rest; within each
 * rank the newest first. `from` is the `next` of the page before. Throws Refusal `invalid`.
 */
export async function searchBest(
  { store }: Pick<Library, 'store'>,
  userId: number,
  { limit, ...wish }: SearchWish,
  from: string | undefined,
): Promise<BestFound> {
  const isTimeUp = timeOfPage();
  const searched = await readWish(store, userId, { ...wish, isTimeUp });
  const start = from === undefined ? { rank: 0, below: undefined } : readPlace(from);
  const ranks = ranksOf(searched.words);
  const ids: number[] = [];
  let next: Place | undefined;
  let before: SearchPlan | undefined;
  for (let rank = start.rank; rank < ranks.length && !next; rank++) {
    const asked: Searched = { ...searched, reach: 'anywhere', ...ranks[rank] };
    const whole = await planSearch(store, { ...asked, beyond: undefined }, { isTimeUp });
    const plan = await leftOf(store, asked, { plan: whole, before, isTimeUp });
    const look = lookBy(store, asked, { plan, isTimeUp });
    before = whole;
    const below = rank === start.rank ? start.below : undefined;
    const found = await look({ below, upwards: false }, limit + 1 - ids.length);
    ids.push(...found.ids);
    const surplus = ids[limit];
    if (surplus !== undefined) next = { rank, below: surplus + 1 };
    else if (found.reached !== undefined) next = { rank, below: found.reached };
    else if (ids.length > 0 && rank < ranks.length - 1 && (await store.read(async (tx) => isTimeUp(tx))))
      next = { rank: rank + 1, below: ABOVE_ALL };
  }
  return {
    ...(await inPortions(store, userId, ids.slice(0, limit))),
    next: next && `${next.rank}.${(next.below ?? 0).toString(36)}`,
  };
}

/** The items in the order of `ids`. */
async function inPortions(
  store: Store,
  userId: number,
  ids: number[],
): Promise<Pick<NewestFound, 'ids' | 'portions'>> {
  const first = await store.read((tx) => readPortion(tx, userId, ids));
  return { ids, portions: portionsFrom(store, userId, first) };
}

/** The signs of a query in ASCII, whatever keyboard wrote them: `－犬`, `title：東京`, `after:٢٠٢٦`. */
function plainly(text: string): string {
  return latinDigits(text).replace(/[！-～]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - WIDER));
}

type Subject = Omit<Searched, 'reach' | 'beyond'>;

async function readWish(
  store: Store,
  userId: number,
  { text, only, isTimeUp }: Omit<SearchWish, 'limit'> & { isTimeUp: TimeOfPage },
): Promise<Subject> {
  const { words, places, tags, facts } = parseSearch(plainly(text));
  const status: SearchQuery['facts'] = only ? [{ any: [{ kind: 'fact', is: only }], not: false }] : [];
  const at = (tx: ReadTx): Promise<number[]> => {
    // The clock starts here: with thousands of titles this takes a good part of the time.
    isTimeUp(tx);
    return feedsAt(tx, userId, places);
  };
  return {
    userId,
    words,
    facts: [...facts, ...status],
    feedIds: places.length === 0 ? undefined : await store.read(at),
    tags: tags.length === 0 ? [] : await store.read((tx) => tagsNamed(tx, userId, tags)),
    hasArticles: await store.read((tx) => wantsAnyArticle(tx, userId)),
  };
}

/** Searches a stretch for `wanted` items, or as far as one call may go. */
type Look = (stretch: SearchStretch, wanted: number, most?: number) => Promise<FoundItems>;

/** The plan without the results of the rank before. If the ids of both are known, nothing has to be looked up again. */
async function leftOf(
  store: Store,
  searched: Searched,
  { plan, before, isTimeUp }: { plan: SearchPlan; before: SearchPlan | undefined; isTimeUp: TimeOfPage },
): Promise<SearchPlan> {
  if (searched.beyond === undefined || 'spacing' in plan) return plan;
  if (!before || 'spacing' in before) return planSearch(store, searched, { isTimeUp });
  const told = new Set(before.ids);
  return { ids: plan.ids.filter((id) => !told.has(id)) };
}

function lookBy(
  store: Store,
  searched: Searched,
  { plan, isTimeUp }: { plan: SearchPlan; isTimeUp: TimeOfPage },
): Look {
  if ('ids' in plan) {
    return async (stretch, wanted) => {
      const { ids, reached } = await store.read((tx) => searchOn(tx, searched, { plan, stretch, items: 0 }));
      return { ids: ids.slice(0, wanted), reached };
    };
  }
  // However long the plan took, some of the page's time is reserved for the walk.
  const isWalkOver = timeOfPage(WALK_MS);
  return async (stretch, wanted, most = plan.most) => {
    const ids: number[] = [];
    let rest = stretch;
    let items = itemsAtFirst(plan, wanted);
    for (let walked = 0; ; ) {
      const from = { plan, stretch: rest, items };
      const isFirst = walked === 0;
      // However little time there is, each page advances by one portion.
      const found = await store.read(async (tx) => {
        const isLate = isWalkOver(tx) && isTimeUp(tx) && !isFirst;
        return isLate ? undefined : searchOn(tx, searched, from);
      });
      if (!found) return { ids, reached: stretch.upwards ? rest.above : rest.below };
      ids.push(...found.ids);
      walked += items;
      const { reached } = found;
      if (reached === undefined || ids.length >= wanted || walked >= most) {
        return { ids: ids.slice(0, wanted), reached };
      }
      rest = stretch.upwards ? { ...rest, above: reached } : { ...rest, below: reached };
      items = Math.min(plan.items, 2 * items);
      await othersTurn();
    }
  };
}

/** Counts as true if the call could not go far enough to know. */
async function isAny(look: Look, stretch: SearchStretch): Promise<boolean> {
  const { ids, reached } = await look(stretch, 1, walks.glance);
  return ids.length > 0 || reached !== undefined;
}

type Bounds = Pick<ItemPage, 'maxId' | 'minId' | 'sinceId'>;

/** Whether the page has a cursor: one without begins with the newest of all. */
function isInTheMiddle({ maxId, minId }: Bounds): boolean {
  return maxId !== undefined || minId !== undefined;
}

/** The part of the list in the other direction from the page. */
function behind({ maxId = 1, minId }: Bounds, ids: readonly number[]): SearchStretch {
  return minId === undefined
    ? { above: ids[0] ?? maxId - 1, upwards: true }
    : { below: ids.at(-1) ?? minId + 1, upwards: false };
}

/** Each rank finds what those before it have not found. A query limited to fields, or without words, has only one rank. */
function ranksOf(words: Searched['words']): readonly Pick<Searched, 'reach' | 'beyond'>[] {
  const isRanked = words.some(({ any, not }) => !not && any.some(({ field }) => field === undefined));
  if (!isRanked) return [{ reach: 'anywhere' }];
  return [{ reach: 'head' }, { reach: 'subject', beyond: 'head' }, { reach: 'anywhere', beyond: 'subject' }];
}

/** How far a list of the best has been returned: all ranks before this one, and of this one the items from `below` on. */
interface Place {
  rank: number;
  below: number | undefined;
}

function readPlace(token: string): Place {
  const [, rank = '', below = ''] = /^([012])\.([0-9a-z]{1,11})$/.exec(token) ?? [];
  if (rank === '') throw new Refusal('invalid', 'Cannot search: page is not one that this service gave');
  return { rank: Number(rank), below: Number.parseInt(below, 36) };
}
