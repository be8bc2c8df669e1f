// The texts of items: those near the open one are held in memory, all others come from the database or the service.
import type { Item } from '@courant/client';
import { readBody } from './database.ts';
import { bodiesInMemory } from './limits.ts';
import { askedNow } from './pending.ts';
import { type Body, bodyOf } from './row.ts';
import { service } from './service.ts';

/** The most recently used last. */
const held = new Map<number, Body>();

export function holdBody(body: Body): void {
  held.delete(body.id);
  held.set(body.id, body);
  for (const id of held.keys()) {
    if (held.size <= bodiesInMemory) break;
    held.delete(id);
  }
}

export function letBodyGo(id: number): void {
  held.delete(id);
}

/** The text, if it is in memory: then it can be shown at once. */
export function heldBody(id: number): Body | undefined {
  const body = held.get(id);
  if (body) holdBody(body);
  return body;
}

/** The text, from wherever it is. Rejects when it does not exist or cannot be reached. */
export async function findBody(id: number): Promise<Body> {
  const found = heldBody(id) ?? (await readBody(id)) ?? bodyOf((await fetchItem(id)).item);
  // A newer one may have been told meanwhile.
  const body = heldBody(id) ?? found;
  holdBody(body);
  return body;
}

const underWay = new Map<number, Promise<{ item: Item; asked: number }>>();

/** An item of the service, and the moment at which it was asked for (`pending.ts`): once for its row and its text, which are missing together. */
export function fetchItem(id: number): Promise<{ item: Item; asked: number }> {
  const asked = askedNow();
  const answer =
    underWay.get(id) ??
    service.items
      .get(id)
      .then((item) => ({ item, asked }))
      .finally(() => underWay.delete(id));
  underWay.set(id, answer);
  return answer;
}
