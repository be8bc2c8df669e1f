// The endpoints of Items: lists with links to their neighbouring pages, and marks.
import { batch, linkHeader, type PageQuery, pageQuery } from '@courant/protocol';
import * as items from '../../library/items.ts';
import { markItem, markItems } from '../../library/marks.ts';
import type { Item, ItemScope } from '../../model/item.ts';
import type { Mark } from '../../model/mark.ts';
import type { FervorHouse, FervorOptions, UserCall, UserHandler } from './handler.ts';
import { readQuery, readQueryOrForm, requireId } from './input.ts';
import { writeInPortions, writeItems } from './item-pages.ts';
import { json, jsonBytes, jsonPieces, presentItem } from './present.ts';
import { imageProxyFor } from './present-images.ts';
import { unlessChanged } from './unchanged.ts';

export const list: UserHandler = (house, call) => answerList(house, call, { of: 'user' });

export const listOfFeed: UserHandler = (house, call) =>
  answerList(house, call, { of: 'feed', feedId: requireId(call, 'list items') });

export const listOfGroup: UserHandler = (house, call) =>
  answerList(house, call, { of: 'group', groupId: requireId(call, 'list items') });

export const get: UserHandler = async (house, call) =>
  answerOne(house, call, await items.getItem(house.library, call.userId, requireId(call, 'get item')));

export const markRead = markOne('read', 'mark item read');
export const markUnread = markOne('unread', 'mark item unread');

export const markManyRead = markMany('read', 'mark items read');
export const markManyUnread = markMany('unread', 'mark items unread');

export function markOne(mark: Mark, action: string): UserHandler {
  return async (house, call) => {
    const id = requireId(call, action);
    return answerOne(house, call, await markItem(house.library, call.userId, id, mark));
  };
}

export function markMany(mark: Mark, action: string): UserHandler {
  return async ({ library }, call) => {
    const { ids } = await readQueryOrForm(call, batch, action);
    return json(await markItems(library, call.userId, ids, mark));
  };
}

export function answerOne({ library, instance }: FervorOptions, call: UserCall, item: Item): Response {
  return json(presentItem(item, instance.url, imageProxyFor(library, call)));
}

/** Answers with a page of a list and links to its neighbours. */
export function answerList(house: FervorHouse, call: UserCall, scope: ItemScope): Promise<Response> {
  return unlessChanged(house, call, () => makeList(house, call, scope));
}

async function makeList(house: FervorOptions, call: UserCall, scope: ItemScope): Promise<Response> {
  const query = readQuery(call, pageQuery, 'list items');
  const { listed, response } = await answerOf(house, call, { scope, query });
  const link = linkHeader({
    url: new URL(call.url.pathname + call.url.search, house.instance.url).href,
    query,
    ...listed,
  });
  if (link) response.headers.set('Link', link);
  return response;
}

async function answerOf(
  { library, instance }: FervorOptions,
  call: UserCall,
  { scope, query }: { scope: ItemScope; query: PageQuery },
): Promise<{ listed: items.ListedIds; response: Response }> {
  const proxy = imageProxyFor(library, call);
  const wanted = itemQueryOf(query);
  if ('page' in wanted && proxy === undefined) {
    const listed = await items.listItemsWithJson(library, call.userId, scope, wanted.page);
    if (listed) return { listed, response: jsonBytes(writeItems(listed.items, listed.texts, instance.url)) };
  }
  // To proxy pictures, the texts must be parsed; and very long ones are sent as they are read.
  const listed = await items.listItems(library, call.userId, scope, wanted);
  const pieces = writeInPortions(listed.portions, instance.url, proxy);
  return { listed, response: await jsonPieces(call, pieces) };
}

function itemQueryOf(query: PageQuery): items.ItemQuery {
  const { ids, only, limit, max_id: maxId, min_id: minId, since_id: sinceId } = query;
  return ids ? { ids, only } : { page: { only, limit, maxId, minId, sinceId } };
}
