// Search: items of a user by their words, the newest or the best first.
import type { Item, ItemPage } from '../model/item.ts';
import { Refusal } from '../model/refusal.ts';
import { parseSearch, type SearchQuery } from '../model/search-query.ts';
import { findItems } from '../store/items.ts';
import {
  type Found,
  firstPortion,
  type Searched,
  type SearchPlan,
  type SearchStretch,
  searchOn,
  walks,
} from '../store/search.ts';
import { feedsAt } from '../store/search-places.ts';
import { planSearch, type TimeOfPage, timeOfPage } from '../store/search-plan.ts';
import type { ReadTx, Store } from '../store/store.ts';
import { othersTurn } from '../store/turn.ts';
import type { Library } from './library.ts';

/** A walk has as much, though the time of its page be up. */
const WALK_MS = 10;
/** Greater than any id, and still a number of the page's name. */
const ABOVE_ALL = Number.MAX_SAFE_INTEGER;

export interface SearchWish {
  /** As typed. */
  text: string;
  only?: ItemPage['only'] | undefined;
  limit: number;
}

export interface NewestFound {
  items: Item[];
  /** The last item that was looked at, where the page is short although there may be more. */
  edge: number | undefined;
  hasOlder: boolean;
  hasNewer: boolean;
}

export interface BestFound {
  items: Item[];
  /** Where it goes on; undefined: this is all. */
  next: string | undefined;
}

/** A page of what is found, newest first. Throws Refusal `invalid` for what cannot be read as a query. */
export async function searchNewest(
  { store }: Pick<Library, 'store'>,
  userId: number,
  { limit, ...wish }: SearchWish,
  bounds: Pick<ItemPage, 'maxId' | 'minId' | 'sinceId'>,
): Promise<NewestFound> {
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
  const hasBefore = isInTheMiddle(bounds) && (await isAny(look, behind(bounds, ids)));
  return {
    items: await store.read((tx) => findItems(tx, userId, ids)),
    edge: ids.length < limit ? found.reached : undefined,
    hasOlder: upwards ? hasBefore : goesOn,
    hasNewer: upwards ? goesOn : hasBefore,
  };
}

/**
 * A page of what is found, the best first: what has the words in its title, then what is about them, then the rest; among
 * equals the newest. `from` is the `next` of the page before. Throws Refusal `invalid`.
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
  const found = await store.read((tx) => findItems(tx, userId, ids.slice(0, limit)));
  const items = new Map(found.map((item) => [item.id, item]));
  return {
    items: ids.slice(0, limit).flatMap((id) => items.get(id) ?? []),
    next: next && `${next.rank}.${(next.below ?? 0).toString(36)}`,
  };
}

type Subject = Omit<Searched, 'reach' | 'beyond'>;

async function readWish(
  store: Store,
  userId: number,
  { text, only, isTimeUp }: Omit<SearchWish, 'limit'> & { isTimeUp: TimeOfPage },
): Promise<Subject> {
  const { words, places, facts } = parseSearch(text);
  const status: SearchQuery['facts'] = only ? [{ any: [{ kind: 'fact', is: only }], not: false }] : [];
  const at = (tx: ReadTx): Promise<number[]> => {
    // Time begins here: thousands of titles take a good part of it.
    isTimeUp(tx);
    return feedsAt(tx, userId, places);
  };
  return {
    userId,
    words,
    facts: [...facts, ...status],
    feedIds: places.length === 0 ? undefined : await store.read(at),
  };
}

/** Looks for so many items of a stretch, or as far as one call may go. */
type Look = (stretch: SearchStretch, wanted: number, most?: number) => Promise<Found>;

/** The plan without what the rank before has. Where both are known, nothing has to be looked up once more for that. */
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
  // However long the plan took, some of the page is for the walk.
  const isWalkOver = timeOfPage(WALK_MS);
  return async (stretch, wanted, most = 'ids' in plan ? 0 : plan.most) => {
    const ids: number[] = [];
    let rest = stretch;
    let items = 'ids' in plan ? 0 : firstPortion(plan, wanted);
    for (let walked = 0; ; ) {
      const from = { plan, stretch: rest, items };
      const isFirst = walked === 0;
      // However little time there is, each page goes on by a portion.
      const found = await store.read(async (tx) => {
        const isLate = isWalkOver(tx) && isTimeUp(tx) && !isFirst;
        return isLate ? undefined : searchOn(tx, searched, from);
      });
      if (!found) return { ids, reached: stretch.upwards ? rest.above : rest.below };
      ids.push(...found.ids);
      walked += items;
      const { reached } = found;
      if (reached === undefined || ids.length >= wanted || 'ids' in plan || walked >= most) {
        return { ids: ids.slice(0, wanted), reached };
      }
      rest = stretch.upwards ? { ...rest, above: reached } : { ...rest, below: reached };
      items = Math.min(plan.items, 2 * items);
      await othersTurn();
    }
  };
}

/** Where a call may go no further, there may be something. */
async function isAny(look: Look, stretch: SearchStretch): Promise<boolean> {
  const { ids, reached } = await look(stretch, 1, walks.glance);
  return ids.length > 0 || reached !== undefined;
}

type Bounds = Pick<ItemPage, 'maxId' | 'minId' | 'sinceId'>;

/** A page without an upper bound begins with the newest of all. */
function isInTheMiddle({ maxId, minId }: Bounds): boolean {
  return maxId !== undefined || minId !== undefined;
}

/** The part of the list that a page turns its back on. */
function behind({ maxId = 1, minId }: Bounds, ids: readonly number[]): SearchStretch {
  return minId === undefined
    ? { above: ids[0] ?? maxId - 1, upwards: true }
    : { below: ids.at(-1) ?? minId + 1, upwards: false };
}

/** Each rank finds what those before it have not found. Words of one field, and none, leave nothing to choose. */
function ranksOf(words: Searched['words']): readonly Pick<Searched, 'reach' | 'beyond'>[] {
  const isRanked = words.some(({ any, not }) => !not && any.some(({ field }) => field === undefined));
  if (!isRanked) return [{ reach: 'anywhere' }];
  return [{ reach: 'head' }, { reach: 'subject', beyond: 'head' }, { reach: 'anywhere', beyond: 'subject' }];
}

/** How far a list of the best has been told: all ranks before this one, and of it the items from `below` on. */
interface Place {
  rank: number;
  below: number | undefined;
}

function readPlace(token: string): Place {
  const [, rank = '', below = ''] = /^([012])\.([0-9a-z]{1,11})$/.exec(token) ?? [];
  if (rank === '') throw new Refusal('invalid', 'Cannot search: page is not one that this service gave');
  return { rank: Number(rank), below: Number.parseInt(below, 36) };
}
