// Everything that a user has, page by page: what an app downloads once before it follows the changes.
import type { Feed } from '../model/feed.ts';
import type { Group } from '../model/group.ts';
import type { ItemState } from '../model/item.ts';
import { feedsAfter } from '../store/feeds/feeds.ts';
import { groupsAfter } from '../store/feeds/groups.ts';
import { statesBelow } from '../store/items/item-states.ts';
import type { ReadTx } from '../store/store.ts';
import { gone, markOf } from './cursors.ts';
import type { Library } from './library.ts';

interface SnapshotPage {
  groups: readonly Group[];
  feeds: readonly Feed[];
  items: readonly ItemState[];
  /** The next page; undefined on the last. */
  next: string | undefined;
}

/** In this order, so that an app has what it needs to show an item before the item comes. */
const parts = ['groups', 'feeds', 'items'] as const;
type Part = (typeof parts)[number];

/** Where a page begins: groups and feeds ascend after an id, items descend from one. */
interface PageStart {
  part: Part;
  id: number;
}

const TOP = Number.MAX_SAFE_INTEGER;

/** The token of the first page. */
export function firstPage(mark: string): string {
  return pageToken(mark, { part: 'groups', id: 0 });
}

/**
 * A page of the current contents. Pages are read at different moments; an app that follows the changes from a cursor older
 * than the first page ends up with the current state. Throws Refusal `gone` for a token that is not from this user and instance.
 */
export async function getSnapshot(
  library: Library,
  userId: number,
  { page, limit }: { page: string; limit: number },
): Promise<SnapshotPage> {
  const mark = await markOf(library, userId);
  const start = readToken(mark, page);
  if (!start) throw gone('get snapshot', 'the page token is not one of this account here');
  return library.store.read(async (tx) => {
    const found: Found = { groups: [], feeds: [], items: [] };
    let room = limit;
    for (const part of parts.slice(parts.indexOf(start.part))) {
      const things = await find(tx, userId, part, {
        from: part === start.part ? start.id : beginningOf(part),
        limit: room,
      });
      Object.assign(found, { [part]: things });
      const last = things.at(-1);
      // A part that fills the page may have more.
      if (things.length === room && last) return { ...found, next: pageToken(mark, { part, id: last.id }) };
      room -= things.length;
    }
    return { ...found, next: undefined };
  });
}

type Found = Omit<SnapshotPage, 'next'>;

function find(
  tx: ReadTx,
  userId: number,
  part: Part,
  { from, limit }: { from: number; limit: number },
): Promise<readonly { id: number }[]> {
  switch (part) {
    case 'groups':
      return groupsAfter(tx, userId, from, limit);
    case 'feeds':
      return feedsAfter(tx, userId, from, limit);
    case 'items':
      return statesBelow(tx, userId, from, limit);
  }
}

function beginningOf(part: Part): number {
  return part === 'items' ? TOP : 0;
}

function pageToken(mark: string, { part, id }: PageStart): string {
  return [mark, part, id.toString(36)].join('.');
}

function readToken(mark: string, token: string): PageStart | undefined {
  const [owner, part, id = '', ...rest] = token.split('.');
  const known = parts.find((each) => each === part);
  if (owner !== mark || !known || rest.length > 0 || !/^[0-9a-z]{1,11}$/.test(id)) return undefined;
  const number = Number.parseInt(id, 36);
  return Number.isSafeInteger(number) ? { part: known, id: number } : undefined;
}
