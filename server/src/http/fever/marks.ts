// What apps say of items: always what is to be, so that a call may come twice.
import { listFeedsAndGroups } from '../../library/groups-by-title.ts';
import { readItem, readStream, unreadRecent } from '../../library/mark-streams.ts';
import { markItems } from '../../library/marks.ts';
import type { Mark } from '../../model/mark.ts';
import type { Stream } from '../../model/stream.ts';
import { readTime } from '../loose-times.ts';
import type { FeverCall, FeverHouse, Part } from './handler.ts';
import { readIds, savedIds, unreadIds } from './lists.ts';
import { UNGROUPED_ID, ungroupedOf } from './present.ts';

const marks: Readonly<Record<string, Mark>> = {
  read: 'read',
  unread: 'unread',
  saved: 'starred',
  unsaved: 'unstarred',
};

/** Answers with the list that has changed. What is unknown changes nothing. */
export const mark: Part = async (house, call) => {
  const [what, as] = [call.parameters.one('mark') ?? '', call.parameters.one('as') ?? 'read'];
  const wanted = marks[as];
  if (what === 'item' && wanted) await markEach(house, call, wanted);
  else if ((what === 'feed' || what === 'group') && wanted === 'read') await markAll(house, call, what);
  else return {};
  return (wanted === 'starred' || wanted === 'unstarred' ? savedIds : unreadIds)(house, call);
};

/** Takes back what this app has marked read within the last minutes. */
export const unreadRecentlyRead: Part = async (house, call) => {
  await unreadRecent(house.library, call.userId, String(call.app.id));
  return unreadIds(house, call);
};

async function markEach({ library }: FeverHouse, call: FeverCall, wanted: Mark): Promise<void> {
  const ids = readIds(call.parameters.one('id'));
  if (wanted !== 'read') await markItems(library, call.userId, ids, wanted);
  else for (const id of ids) await readItem(library, call.userId, id, String(call.app.id));
}

/** Only what the app can have seen: what came after `before`, or after it last asked for items, stays unread. */
async function markAll(
  { library, accounts }: FeverHouse,
  { parameters, app, userId }: FeverCall,
  what: 'feed' | 'group',
): Promise<void> {
  const now = accounts.clock.now();
  const before = readTime(parameters.one('before'), { end: true }) ?? app.itemsAskedAt ?? now;
  const streams = await streamsOf(library, userId, { what, id: parameters.one('id') ?? '' });
  for (const stream of streams) {
    await readStream(library, userId, stream, { storedUpTo: Math.min(before, now), reader: String(app.id) });
  }
}

/** Group 0 is everything; −1 are the sparks, of which there are none. */
async function streamsOf(
  library: FeverHouse['library'],
  userId: number,
  { what, id }: { what: 'feed' | 'group'; id: string },
): Promise<Stream[]> {
  if (what === 'group' && id.trim() === '0') return [{ of: 'user' }];
  const [number] = readIds(id);
  if (number === undefined) return [];
  if (what === 'feed') return [{ of: 'feed', feedId: number }];
  if (number !== UNGROUPED_ID) return [{ of: 'group-of-id', groupId: number }];
  const { feeds } = await listFeedsAndGroups(library, userId);
  return ungroupedOf(feeds).map(({ id: feedId }) => ({ of: 'feed', feedId }));
}
