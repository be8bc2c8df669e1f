// The lists that apps ask for: groups, feeds, icons, items, and the ids of unread or saved items.
import { noteItemsAsked } from '../../accounts/app-passwords.ts';
import { listFeedsAndGroups } from '../../library/groups-by-title.ts';
import { listIcons } from '../../library/icons.ts';
import { countAll, dressInPortions, idListOf, listStream } from '../../library/streams.ts';
import { Refusal } from '../../model/refusal.ts';
import type { Stream, StreamQuery } from '../../model/stream.ts';
import type { Parameters } from '../parameters.ts';
import type { FeverCall, FeverHouse, Part } from './handler.ts';
import {
  presentFavicons,
  presentFeed,
  presentGroups,
  presentMembers,
  UNGROUPED_ID,
  ungroupedOf,
} from './present.ts';

/** As the protocol specifies. */
const MOST_ITEMS = 50;
/** Ids in one parameter: as many as a form may have fields. A million, which its bytes allow, would hold everybody up for half a second. */
const MOST_LISTED = 30_000;

export const groups: Part = async ({ library }, { userId }) => {
  const { groups: own, feeds } = await listFeedsAndGroups(library, userId);
  return { ...presentGroups(own, feeds), ...presentMembers(own, feeds) };
};

export const feeds: Part = async ({ library }, { userId }) => {
  const { groups: own, feeds: all } = await listFeedsAndGroups(library, userId);
  return { feeds: all.map(presentFeed), ...presentMembers(own, all) };
};

export const favicons: Part = async ({ library }, { userId }) => {
  const { feeds: all } = await listFeedsAndGroups(library, userId);
  const ids = new Set(all.flatMap(({ iconId }) => iconId ?? []));
  return presentFavicons(all, await listIcons(library, [...ids]));
};

export const items: Part = async (house, call) => {
  await noteItemsAsked(house.accounts, call.app);
  const ids = await idsOf(house, call);
  return {
    total_items: await countAll(house.library, call.userId),
    items: dressInPortions(house.library, call.userId, ids),
  };
};

/** Fever's "hot links", which Courant does not have. */
export const links: Part = async () => ({ links: [] });

export const unreadIds: Part = async ({ library }, { userId }) => ({
  unread_item_ids: await idListOf(library, userId, 'unread'),
});

export const savedIds: Part = async ({ library }, { userId }) => ({
  saved_item_ids: await idListOf(library, userId, 'starred'),
});

/** The ids listed in a parameter; anything that is not an id is skipped. Throws Refusal `too-large`. */
export function readIds(text: string | undefined): number[] {
  const written = (text ?? '').split(',', MOST_LISTED + 1);
  if (written.length > MOST_LISTED)
    throw new Refusal('too-large', `Cannot answer: a list has more than ${MOST_LISTED} ids`);
  return written
    .map((each) => each.trim())
    .filter((each) => /^[1-9]\d{0,15}$/.test(each))
    .map(Number)
    .filter(Number.isSafeInteger);
}

async function idsOf({ library }: FeverHouse, { parameters, userId }: FeverCall): Promise<number[]> {
  const wanted = parameters.one('with_ids');
  // elfeed names none if nothing is saved, and must not get the oldest items instead.
  if (wanted !== undefined) return [...new Set(readIds(wanted))].slice(0, MOST_ITEMS);
  const any = await streamsOf(library, userId, parameters);
  const page = await listStream(library, userId, { any, limit: MOST_ITEMS, ...stretchOf(parameters) });
  return page.items.map(({ id }) => id);
}

/** `since_id`: from the oldest on, after that id; `max_id`: backwards from that id. 0 means before the first or after the newest. */
function stretchOf(parameters: Parameters): Pick<StreamQuery, 'oldestFirst' | 'after'> {
  const since = readBound(parameters.one('since_id'));
  if (since !== undefined) return { oldestFirst: true, after: since };
  const max = readBound(parameters.one('max_id'));
  if (max === undefined) return { oldestFirst: true };
  return { oldestFirst: false, after: max === 0 ? undefined : max };
}

/** A number beyond all possible ids is cut to the largest one, which lies behind all that exist. */
function readBound(text: string | undefined): number | undefined {
  return /^\d+$/.test(text ?? '') ? Math.min(Number(text), Number.MAX_SAFE_INTEGER) : undefined;
}

async function streamsOf(
  library: FeverHouse['library'],
  userId: number,
  parameters: Parameters,
): Promise<Stream[]> {
  const [feedIds, groupIds] = [parameters.one('feed_ids'), parameters.one('group_ids')];
  if (!feedIds && !groupIds) return [{ of: 'user' }];
  const wanted = new Set(readIds(groupIds));
  const { groups: own, feeds: all } = await listFeedsAndGroups(library, userId);
  const members = own.filter(({ id }) => wanted.has(id)).flatMap((group) => group.feedIds);
  const ungrouped = wanted.has(UNGROUPED_ID) ? ungroupedOf(all).map(({ id }) => id) : [];
  return [{ of: 'feeds', feedIds: [...new Set([...readIds(feedIds), ...members, ...ungrouped])] }];
}
