// Lists of items: only their ids, or their full contents.
import { isStillIn } from '../../accounts/app-passwords.ts';
import {
  type DressedItem,
  dressInPortions,
  findStreamFeed,
  listStream,
  standing,
} from '../../library/streams.ts';
import type { StreamPage } from '../../model/stream.ts';
import { etagOf, isKnown } from '../etag.ts';
import { listInPieces } from '../in-pieces.ts';
import { packed } from '../packed.ts';
import type { Parameters } from '../parameters.ts';
import type { Call } from '../routing.ts';
import { whileAllowed } from '../while-allowed.ts';
import { WholeResponse } from '../whole-response.ts';
import type { AppCall, AppHandler, ReaderHouse } from './handler.ts';
import { readItemIds } from './ids.ts';
import { jsonHeaders, presentItem, presentRef, seconds, taggedHeaders } from './present.ts';
import { readingList, readStreamName, writtenName } from './stream-names.ts';
import { continuationAfter, type NamedQuery, readStreamQuery } from './stream-query.ts';

/** Ids in one answer: a megabyte, and about twenty milliseconds. */
const MOST_IDS = 10_000;
/** Items in one answer, which is sent as it is read: Readrops asks for 2,500, Vienna for 10,000, and neither asks for more. */
const MOST_ITEMS = 10_000;

export const listIds: AppHandler = async ({ library, instance }, { call, parameters, userId }) => {
  const query = readStreamQuery(parameters, { most: MOST_IDS });
  // Apps ask every quarter of an hour, and mostly nothing has changed: then this costs a single look-up.
  // Two users may be at the same place, and an app may remember answers by address, for all accounts that it has here.
  // A new version may list other items for the same words, though nothing of the user has changed.
  const asked = [userId, call.url.search, instance.implementationVersion].join(' ');
  const etag = etagOf(await standing(library, userId), asked);
  const headers = taggedHeaders(etag);
  if (isKnown(call.request, etag)) return new WholeResponse(null, { status: 304, headers });
  const page = await listStream(library, userId, query);
  const refs = page.items.length === 0 ? refsOfNone(parameters) : page.items.map(presentRef);
  return packed(call, `{"itemRefs":[${refs.join()}]${continuation(page)}}`, { headers });
};

export const namedContents: AppHandler = (house, asked) => {
  const ids = [...new Set(readItemIds(asked.parameters.all('i')))].slice(0, MOST_IDS);
  const head = { id: readingList, updated: seconds(house.accounts.clock.now()) };
  return packed(asked.call, contents(head, itemsOf(house, asked, ids), ''), { headers: jsonHeaders });
};

export const contentsOfStream: AppHandler = async (house, asked) => {
  const inPath = streamInPath(asked.call, '/stream/contents/');
  const { query, items, page } = await readPage(house, asked, { inPath, most: MOST_ITEMS });
  const head = {
    ...(await headOf(house, asked.userId, query)),
    updated: seconds(house.accounts.clock.now()),
  };
  return packed(asked.call, contents(head, items, continuation(page)), { headers: jsonHeaders });
};

/** A page of a stream and its items, which are read while the answer is sent. */
export async function readPage(
  house: ReaderHouse,
  asked: AppCall,
  options: { most: number; inPath: string | undefined },
): Promise<{ query: NamedQuery; page: StreamPage; items: AsyncIterable<DressedItem[]> }> {
  const query = readStreamQuery(asked.parameters, options);
  const page = await listStream(house.library, asked.userId, query);
  const ids = page.items.map(({ id }) => id);
  return { query, page, items: itemsOf(house, asked, ids) };
}

/** The stream's name, which is the whole rest of the path: escaped or not. */
export function streamInPath({ url }: Call, before: string): string | undefined {
  const [, ...rest] = url.pathname.split(before);
  const name = rest.join(before);
  if (name === '') return undefined;
  // A percent sign that is not an escape stands for itself: newsboat escapes nothing.
  return name.replace(/(?:%[0-9a-f]{2})+/gi, (escaped) => {
    try {
      return decodeURIComponent(escaped);
    } catch {
      return escaped;
    }
  });
}

/** The name under which we list the stream that was asked for. */
export async function headOf(
  { library }: ReaderHouse,
  userId: number,
  { name }: NamedQuery,
): Promise<{ id: string }> {
  const stream = readStreamName(name);
  return { id: writtenName(name, stream, await findStreamFeed(library, userId, stream)) };
}

function itemsOf(
  { library, accounts }: ReaderHouse,
  { app, userId }: AppCall,
  ids: readonly number[],
): AsyncIterable<DressedItem[]> {
  const isAllowed = () => isStillIn(accounts, app);
  return whileAllowed(accounts.clock, isAllowed, dressInPortions(library, userId, ids));
}

async function* contents(
  head: object,
  portions: AsyncIterable<DressedItem[]>,
  tail: string,
): AsyncGenerator<string> {
  yield `${JSON.stringify({ direction: 'ltr', ...head }).slice(0, -1)},"items":`;
  yield* listInPieces(portions, (portion) => portion.map((item) => JSON.stringify(presentItem(item))));
  yield `${tail}}`;
}

/** News+ takes an empty list for a failure, and goes on showing as unread what was read elsewhere. No item has the id 0. */
function refsOfNone(parameters: Parameters): string[] {
  return parameters.one('client') === 'newsplus' ? ['{"id":"0"}'] : [];
}

function continuation({ items, more }: StreamPage): string {
  const last = items.at(-1);
  return more && last ? `,"continuation":"${continuationAfter(last.id)}"` : '';
}
