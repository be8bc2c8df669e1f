// How apps mark items: always as the state that should hold, so that a repeated call does no harm.
import { listFeedsAndGroups } from '../../library/groups-by-title.ts';
import { readItems, readStream, shownUpTo, unreadRecent } from '../../library/mark-streams.ts';
import { markItems } from '../../library/marks.ts';
import type { Mark } from '../../model/mark.ts';
import { slicesOf } from '../../model/slices.ts';
import type { Stream } from '../../model/stream.ts';
import { readTime } from '../loose-times.ts';
import type { FeverCall, FeverHouse, Part } from './handler.ts';
import { readIds, savedIds, unreadIds } from './lists.ts';
import { UNGROUPED_ID, ungroupedOf } from './present.ts';

const marks: ReadonlyMap<string | undefined, Mark> = new Map([
  ['read', 'read'],
  ['unread', 'unread'],
  ['saved', 'starred'],
  ['unsaved', 'unstarred'],
]);

/** Items marked in one transaction: as many as by any other app. */
const MOST_MARKED = 10_000;

/** Answers with the list of ids that has changed. Unknown values, and missing ones, change nothing. */
export const mark: Part = async (house, call) => {
  const what = call.parameters.one('mark');
  const wanted = marks.get(call.parameters.one('as'));
  if (what === 'item' && wanted) await markEach(house, call, wanted);
  else if ((what === 'feed' || what === 'group') && wanted === 'read') await markAll(house, call, what);
  else return {};
  return (wanted === 'starred' || wanted === 'unstarred' ? savedIds : unreadIds)(house, call);
};

/** Undoes what this app has marked read within the last ten minutes. */
export const unreadRecentlyRead: Part = async (house, call) => {
  await unreadRecent(house.library, call.userId, String(call.app.id));
  return unreadIds(house, call);
};

async function markEach({ library }: FeverHouse, call: FeverCall, wanted: Mark): Promise<void> {
  const ids = [...new Set(readIds(call.parameters.one('id')))];
  for (const some of slicesOf(ids, MOST_MARKED)) {
    if (wanted === 'read') await readItems(library, call.userId, some, String(call.app.id));
    else await markItems(library, call.userId, some, wanted);
  }
}

/** Marks only what the app can have seen: items that came after `before`, or after it last asked for items, stay unread. */
async function markAll(
  { library, accounts }: FeverHouse,
  { parameters, app, userId }: FeverCall,
  what: 'feed' | 'group',
): Promise<void> {
  const before = readTime(parameters.one('before'), { end: true }) ?? app.itemsAskedAt;
  const isOver = before !== undefined && before < accounts.clock.now();
  const shown = await shownUpTo(library, userId, isOver ? before : undefined);
  const streams = await streamsOf(library, userId, { what, id: parameters.one('id') ?? '' });
  for (const stream of streams) {
    await readStream(library, userId, stream, { shown, reader: String(app.id) });
  }
}

/** Group 0 means everything; −1 means the sparks, which we do not have. */
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
