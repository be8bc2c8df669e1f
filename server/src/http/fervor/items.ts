// How Items are spoken: lists with their neighbours, and marks.
import { batch, linkHeader, type PageQuery, pageQuery } from '@courant/protocol';
import * as items from '../../library/items.ts';
import { markItem, markItems } from '../../library/marks.ts';
import type { ItemPage, ItemScope } from '../../model/item.ts';
import type { FervorOptions, UserCall, UserHandler } from './handler.ts';
import { requireId } from './ids.ts';
import { readQuery, readQueryOrForm } from './input.ts';
import { json, presentItem } from './present.ts';

export const list: UserHandler = (house, call) => answerList(house, call, { of: 'user' });

export const listOfFeed: UserHandler = (house, call) =>
  answerList(house, call, { of: 'feed', feedId: requireId(call.params, 'list items') });

export const listOfGroup: UserHandler = (house, call) =>
  answerList(house, call, { of: 'group', groupId: requireId(call.params, 'list items') });

export const get: UserHandler = async ({ library }, { userId, params }) => {
  return json(presentItem(await items.getItem(library, userId, requireId(params, 'get item'))));
};

export const markRead: UserHandler = async ({ library }, { userId, params }) => {
  const id = requireId(params, 'mark item read');
  return json(presentItem(await markItem(library, userId, id, 'read')));
};

export const markUnread: UserHandler = async ({ library }, { userId, params }) => {
  const id = requireId(params, 'mark item unread');
  return json(presentItem(await markItem(library, userId, id, 'unread')));
};

export const markManyRead: UserHandler = async ({ library }, call) => {
  const { ids } = await readQueryOrForm(call, batch, 'mark items read');
  return json(await markItems(library, call.userId, ids, 'read'));
};

export const markManyUnread: UserHandler = async ({ library }, call) => {
  const { ids } = await readQueryOrForm(call, batch, 'mark items unread');
  return json(await markItems(library, call.userId, ids, 'unread'));
};

/** Answers with a page of a list and the links to its neighbours. */
export async function answerList(house: FervorOptions, call: UserCall, scope: ItemScope): Promise<Response> {
  const query = readQuery(call, pageQuery, 'list items');
  const listing = await items.listItems(house.library, call.userId, scope, itemQueryOf(query));
  const response = json(listing.items.map(presentItem));
  const link = linkHeader({
    url: new URL(call.url.pathname + call.url.search, house.instance.url).href,
    query,
    ids: listing.items.map((item) => item.id),
    hasOlder: listing.hasOlder,
    hasNewer: listing.hasNewer,
  });
  if (link) response.headers.set('Link', link);
  return response;
}

function itemQueryOf(query: PageQuery): items.ItemQuery {
  if (query.ids) return { ids: query.ids, only: query.only };
  const page: ItemPage = { limit: query.limit };
  if (query.only) page.only = query.only;
  if (query.max_id !== undefined) page.maxId = query.max_id;
  if (query.min_id !== undefined) page.minId = query.min_id;
  if (query.since_id !== undefined) page.sinceId = query.since_id;
  return { page };
}
