// The texts of items: those near the open one are held in memory, all others come from the database or the service.
import { readBody } from './database.ts';
import { bodiesInMemory } from './limits.ts';
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
  const body = heldBody(id) ?? (await readBody(id)) ?? bodyOf(await service.items.get(id));
  holdBody(body);
  return body;
}
