// The lists of Items of a user, of a Feed and of a Group: each page is read from an index, and no further than the page.
import type { ItemPage, ItemScope } from '../../model/item.ts';
import { countFeeds } from '../feeds/groups.ts';
import { nothing, type Sql, sql } from '../sql.ts';
import type { ReadTx } from '../store.ts';
import { starredOnly } from './starred.ts';

/**
 * How many items a walk down the user's index looks at for a group, at most, before the other plan takes over. A step costs about
 * a microsecond, so a walk that finds too little costs at most a few milliseconds.
 */
const WALK_LIMIT = 2_000;

/** A page of items, newest first, and whether the list goes on beyond it in either direction. */
export interface ListedIds {
  ids: number[];
  hasOlder: boolean;
  hasNewer: boolean;
}

/** Lists items of `scope`, which must be the user's. Reads one id more than asked, which tells whether there is more. */
export async function listIds(
  tx: ReadTx,
  userId: number,
  scope: ItemScope,
  page: ItemPage,
): Promise<ListedIds> {
  const found = await pageIds(tx, userId, scope, { ...page, limit: page.limit + 1 });
  const { only, minId, maxId } = page;
  const overflow = found.length > page.limit;
  // A page that was read upwards has its surplus id at the top, where the list goes on to newer items.
  const ids = overflow ? (minId === undefined ? found.slice(0, -1) : found.slice(1)) : found;
  // Beyond the side where the page begins, one look tells. If the page is empty, its own bound stands in for its edge.
  const goesOn = (bounds: ItemPage): Promise<boolean> => exists(tx, userId, scope, { ...bounds, only });
  if (minId !== undefined)
    return { ids, hasOlder: await goesOn({ maxId: ids.at(-1) ?? minId + 1, limit: 1 }), hasNewer: overflow };
  // Without a bound, a page begins with the newest item there is.
  const hasNewer = maxId !== undefined && (await goesOn({ minId: ids[0] ?? maxId - 1, limit: 1 }));
  return { ids, hasOlder: overflow, hasNewer };
}

async function exists(tx: ReadTx, userId: number, scope: ItemScope, bounds: ItemPage): Promise<boolean> {
  const ids =
    scope.of === 'group'
      ? await groupIds(tx, userId, scope.groupId, { ...bounds, any: true })
      : await pageIds(tx, userId, scope, bounds);
  return ids.length > 0;
}

/** The ids of a page in descending order. */
async function pageIds(tx: ReadTx, userId: number, scope: ItemScope, page: ItemPage): Promise<number[]> {
  const upwards = page.minId !== undefined;
  const ids =
    scope.of === 'group'
      ? await groupIds(tx, userId, scope.groupId, page)
      : await idsOf(tx, scopeIds(tx, userId, scope, page));
  return upwards ? ids.reverse() : ids;
}

async function idsOf(tx: ReadTx, statement: Sql): Promise<number[]> {
  return (await tx.all<{ id: number }>(statement)).map((row) => row.id);
}

function scopeIds(
  tx: ReadTx,
  userId: number,
  scope: Exclude<ItemScope, { of: 'group' }>,
  page: ItemPage,
): Sql {
  switch (scope.of) {
    case 'user':
      return indexIds(sql`user_id = ${userId} ${status(page)}`, page);
    case 'starred': {
      const starred = page.only === undefined ? sql`starred = 1` : starredOnly[page.only];
      return indexIds(sql`user_id = ${userId} AND ${starred}`, page);
    }
    case 'feed':
      return feedIds(tx, sql`${scope.feedId}`, page);
  }
}

/** A stretch of one of the user's indexes in order of id. */
function indexIds(condition: Sql, page: ItemPage, also = nothing): Sql {
  return sql`SELECT id ${also} FROM items WHERE ${condition} ${bounds(page)}
    ORDER BY id ${direction(page)} LIMIT ${page.limit}`;
}

/**
 * Items of a group. Walks the user's index and keeps what belongs to the group, which is quick if the group is busy. If the walk
 * finds too little, merges the newest page of each of its feeds, which is quick if the group is quiet or small. The walk looks at
 * no more items than the merge would have to. `any`: one that need not be next to the others will do, so the first feed that has one does.
 */
async function groupIds(
  tx: ReadTx,
  userId: number,
  groupId: number,
  { any = false, ...page }: ItemPage & { any?: boolean },
): Promise<number[]> {
  const end = sql`ORDER BY id ${direction(page)} LIMIT ${page.limit}`;
  const most = { ...page, limit: Math.min((await countFeeds(tx, groupId)) * page.limit, WALK_LIMIT) };
  const walk = indexIds(sql`user_id = ${userId} ${status(page)}`, most, sql`, feed_id`);
  // As a boolean (`IS TRUE`), the group is looked up in a hash; as a join, PostgreSQL, which expects the walk to be short, goes
  // through the group for each item.
  const walked = await idsOf(
    tx,
    sql`SELECT id FROM (${walk}) AS walk
      WHERE (feed_id IN (SELECT feed_id FROM group_feeds WHERE group_id = ${groupId})) IS TRUE ${end}`,
  );
  if (walked.length === page.limit) return walked;
  // In a feed, what is read has no index of its own: the merge would read through everything in it that is not. Somebody who has just
  // begun has read little, and the walk has passed all of that.
  if (page.only === 'read' && (await countUpTo(tx, userId, most)) < most.limit) return walked;
  const ofEach = tx.dialect.idsOfEach(sql`group_feeds m`, feedIds(tx, sql`m.feed_id`, page));
  return idsOf(tx, sql`${ofEach} WHERE m.group_id = ${groupId} ${any ? sql`LIMIT ${page.limit}` : end}`);
}

/** How many items a walk for a group passes. */
async function countUpTo(tx: ReadTx, userId: number, most: ItemPage): Promise<number> {
  const walk = indexIds(sql`user_id = ${userId} ${status(most)}`, most);
  const row = await tx.get<{ count: number }>(sql`SELECT count(*) AS count FROM (${walk}) AS walk`);
  return row?.count ?? 0;
}

/**
 * The ids of a page of one feed. Where EXCEPT can be read in step, the read items are those of the feed except the unread ones:
 * two short walks.
 */
function feedIds({ dialect }: ReadTx, feedId: Sql, page: ItemPage): Sql {
  const all = sql`SELECT id FROM items WHERE feed_id = ${feedId} ${bounds(page)}`;
  const unread = sql`SELECT id FROM items WHERE feed_id = ${feedId} AND read = 0 ${bounds(page)}`;
  const read = dialect.scansExcept ? sql`${all} AND read = 1` : sql`${all} EXCEPT ${unread}`;
  const wanted = page.only === 'read' ? read : page.only === 'unread' ? unread : all;
  return sql`${wanted} ORDER BY id ${direction(page)} LIMIT ${page.limit}`;
}

/** As literals, so that partial indexes serve them. */
function status({ only }: ItemPage): Sql {
  if (only === undefined) return nothing;
  return only === 'unread' ? sql`AND read = 0` : sql`AND read = 1`;
}

/** A page next to `minId` is read upwards; all others downwards. */
function direction(page: ItemPage): Sql {
  return page.minId === undefined ? sql`DESC` : sql`ASC`;
}

function bounds(page: ItemPage): Sql {
  const below = page.maxId === undefined ? nothing : sql`AND id < ${page.maxId}`;
  const above = page.minId ?? page.sinceId;
  return above === undefined ? below : sql`${below} AND id > ${above}`;
}
