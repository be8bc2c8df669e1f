// What is measured at each size: pages of lists, a mark, a search; and the plan of the database for each.
import { searchBest, searchNewest } from '../../server/src/library/search.ts';
import type { ItemPage, ItemScope } from '../../server/src/model/item.ts';
import { listIds } from '../../server/src/store/items/item-lists.ts';
import { findItems } from '../../server/src/store/items/items.ts';
import { setMark } from '../../server/src/store/items/marks.ts';
import type { Sql } from '../../server/src/store/sql.ts';
import type { ReadTx, Store } from '../../server/src/store/store.ts';
import { type Spread, spreadOf } from '../crawl/figures.ts';
import type { Measured } from './seed.ts';

interface Question {
  name: string;
  ask(store: Store): Promise<unknown>;
}

const LIMIT = 20;

/** `highest` is the greatest id: deep pages begin in the middle. */
export function questions({ userId, feedId, wide, narrow }: Measured, highest: number): Question[] {
  const scopes: [string, ItemScope][] = [
    ['everything', { of: 'user' }],
    ['a feed', { of: 'feed', feedId }],
    ['a group of 100', { of: 'group', groupId: wide }],
    ['a group of 3', { of: 'group', groupId: narrow }],
    ['starred', { of: 'starred' }],
  ];
  const pages: [string, Omit<ItemPage, 'limit'>][] = [
    ['all', {}],
    ['unread', { only: 'unread' }],
    ['read', { only: 'read' }],
    ['all, deep', { maxId: Math.floor(highest / 2) }],
    ['unread, deep', { only: 'unread', maxId: Math.floor(highest / 2) }],
  ];
  const lists = scopes.flatMap(([scopeName, scope]) =>
    pages.map(([pageName, page]) => ({
      name: `${scopeName}: ${pageName}`,
      ask: (store: Store) =>
        store.read(async (tx) => {
          const { ids } = await listIds(tx, userId, scope, { ...page, limit: LIMIT });
          return findItems(tx, userId, ids);
        }),
    })),
  );
  return [...lists, ...searches(userId), ...marks(userId, feedId)];
}

function searches(userId: number): Question[] {
  const texts = ['report', 'garden', 'comet', '"the comet"', 'report -garden is:unread'];
  return texts.flatMap((text) => [
    {
      name: `search, newest: ${text}`,
      ask: (store: Store) => searchNewest({ store }, userId, { text, limit: LIMIT }, {}),
    },
    {
      name: `search, best: ${text}`,
      ask: (store: Store) => searchBest({ store }, userId, { text, limit: LIMIT }, undefined),
    },
  ]);
}

/** A page of items marked and unmarked again: the database ends up as before. */
function marks(userId: number, feedId: number): Question[] {
  return [
    {
      name: 'mark 20 items, and back',
      async ask(store) {
        const { ids } = await store.read((tx) =>
          listIds(tx, userId, { of: 'feed', feedId }, { limit: LIMIT, only: 'read' }),
        );
        await store.write((tx) => setMark(tx, userId, ids, 'unread'));
        await store.write((tx) => setMark(tx, userId, ids, 'read'));
      },
    },
  ];
}

export interface Answered {
  name: string;
  ms: Spread;
}

export interface Asked {
  store: Store;
  questions: readonly Question[];
}

/** The same questions to each store in turn, so that other load on the machine affects all of them alike. */
export async function measureInTurn(stores: readonly Asked[], rounds: number): Promise<Answered[][]> {
  const answered: Answered[][] = stores.map(() => []);
  for (const [number, { name }] of (stores[0]?.questions ?? []).entries()) {
    const times: number[][] = stores.map(() => []);
    for (let round = -1; round < rounds; round++) {
      for (const [index, { store, questions: asked }] of stores.entries()) {
        const startedAt = performance.now();
        await asked[number]?.ask(store);
        // The first round only fills the caches.
        if (round >= 0) times[index]?.push(performance.now() - startedAt);
      }
    }
    for (const [index, all] of times.entries()) answered[index]?.push({ name, ms: spreadOf(all) });
  }
  return answered;
}

/** How the database answers a question: each of its statements with its plan. PostgreSQL only; a write is planned, not executed. */
export async function plansOf(store: Store, { ask }: Question): Promise<string[]> {
  const plans: string[] = [];
  const seen = new Set<string>();
  const explaining: Store = {
    ...store,
    read: (fn) => store.read((tx) => fn(explainer(tx, { plans, seen }))),
  };
  await ask(explaining);
  return plans;
}

function explainer(tx: ReadTx, { plans, seen }: { plans: string[]; seen: Set<string> }): ReadTx {
  const explain = async ({ text, values }: Sql): Promise<void> => {
    // A search changes planner settings around its index query.
    if (seen.has(text) || /^\s*SET /.test(text)) return;
    seen.add(text);
    const rows = await tx.all<Record<string, string>>({
      text: `EXPLAIN (ANALYZE, BUFFERS, TIMING OFF) ${text}`,
      values,
    });
    plans.push(`${text.replace(/\s+/g, ' ').trim()}\n${rows.map((row) => Object.values(row)[0]).join('\n')}`);
  };
  return {
    now: tx.now,
    dialect: tx.dialect,
    async all(statement) {
      await explain(statement);
      return tx.all(statement);
    },
    async get(statement) {
      await explain(statement);
      return tx.get(statement);
    },
  };
}
