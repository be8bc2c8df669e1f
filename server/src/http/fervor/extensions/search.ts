// The extension app.courant.search: full text over all items.
import { linkHeader, type SearchQuery, searchQuery } from '@courant/protocol';
import { type SearchWish, searchBest, searchNewest } from '../../../library/search.ts';
import type { ExtensionRoute, FervorHouse, UserCall, UserHandler } from '../handler.ts';
import { readQuery } from '../input.ts';
import { writeInPortions } from '../item-pages.ts';
import { jsonPieces } from '../present.ts';
import { imageProxyFor } from '../present-images.ts';

const search: UserHandler = async (house, call) => {
  const query = readQuery(call, searchQuery, 'search');
  const wish: SearchWish = { text: query.q, only: query.only, limit: query.limit };
  const url = new URL(call.url.pathname + call.url.search, house.instance.url);
  return query.order === 'rank'
    ? answerBest(house, call, { wish, url, page: query.page })
    : answerNewest(house, call, { wish, url, query });
};

export const searchRoutes: readonly ExtensionRoute[] = [
  ['GET', '/api/app.courant.search/v1/items', 'read', search],
];

async function answerNewest(
  { library, instance }: FervorHouse,
  call: UserCall,
  { wish, url, query }: { wish: SearchWish; url: URL; query: SearchQuery },
): Promise<Response> {
  const { max_id: maxId, min_id: minId, since_id: sinceId } = query;
  const found = await searchNewest(library, call.userId, wish, { maxId, minId, sinceId });
  const { ids, edge, hasOlder, hasNewer } = found;
  // A short page continues where the search stopped, not at the last item found.
  const reached = edge === undefined ? [] : [edge];
  const edged = minId === undefined ? [...ids, ...reached] : [...reached, ...ids];
  const link = linkHeader({ url: url.href, query, ids: edged, hasOlder, hasNewer });
  const pieces = writeInPortions(found.portions, instance.url, imageProxyFor(library, call));
  return answer(call, pieces, link);
}

async function answerBest(
  { library, instance }: FervorHouse,
  call: UserCall,
  { wish, url, page }: { wish: SearchWish; url: URL; page: string | undefined },
): Promise<Response> {
  const { portions, next } = await searchBest(library, call.userId, wish, page);
  const pieces = writeInPortions(portions, instance.url, imageProxyFor(library, call));
  if (next === undefined) return answer(call, pieces, undefined);
  url.searchParams.set('page', next);
  return answer(call, pieces, `<${url.href}>; rel="next"`);
}

async function answer(
  call: UserCall,
  pieces: AsyncGenerator<string>,
  link: string | undefined,
): Promise<Response> {
  const response = await jsonPieces(call, pieces);
  if (link !== undefined) response.headers.set('Link', link);
  return response;
}
