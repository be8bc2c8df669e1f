/** Pages of items: how to ask for one, and which pages it leads to (contract, Pagination). */

import type { Item } from '@courant/protocol';
import { parseLinkHeader } from '@courant/protocol/pagination';
import type { Values } from './values.ts';

export type ItemQuery = {
  /** Items on a page, 1 to 200; default 20. */
  limit?: number | undefined;
  /** The items immediately older than this id. */
  maxId?: number | undefined;
  /** The items immediately newer than this id. */
  minId?: number | undefined;
  /** The newest items that are newer than this id; there may be a gap. */
  sinceId?: number | undefined;
  /** These items, at most 200 on a page; no cursor may be given with them. */
  ids?: readonly number[] | undefined;
  /** Only items with this status. */
  only?: 'read' | 'unread' | undefined;
};

export type ItemPage = {
  /** Newest first. */
  items: Item[];
  /** The query for the page of older items; absent if there are none. */
  older?: ItemQuery;
  /** The query for the page of newer items; absent if there are none. */
  newer?: ItemQuery;
};

/** A query in the form that the service reads. */
export function toParameters({ limit, maxId, minId, sinceId, ids, only }: ItemQuery): Values {
  return { limit, max_id: maxId, min_id: minId, since_id: sinceId, ids: ids?.join(), only };
}

/** Makes a page from its items and its `Link` header. */
export function toPage(items: Item[], link: string | null): ItemPage {
  const links = parseLinkHeader(link);
  const next = links.get('next');
  const prev = links.get('prev');
  return {
    items,
    ...(next === undefined ? {} : { older: toQuery(next) }),
    ...(prev === undefined ? {} : { newer: toQuery(prev) }),
  };
}

const numbers = [
  ['limit', 'limit'],
  ['max_id', 'maxId'],
  ['min_id', 'minId'],
  ['since_id', 'sinceId'],
] as const;

/** Only the parameters of a link are used, never its host: a token must not be sent anywhere else. */
function toQuery(link: string): ItemQuery {
  const parameters = new URLSearchParams(link.split('#')[0]?.split('?')[1] ?? '');
  const query: ItemQuery = {};
  for (const [name, field] of numbers) {
    const value = parameters.get(name);
    if (value !== null) query[field] = Number(value);
  }
  const only = parameters.get('only');
  if (only === 'read' || only === 'unread') query.only = only;
  return query;
}
