// The list that works without script: items that are unread, starred or in a feed or group, page by page.
import { listFeeds } from '../../library/feeds.ts';
import { listGroups } from '../../library/groups.ts';
import { getItem, listWithoutTexts } from '../../library/items.ts';
import { listEntries } from '../../library/journal.ts';
import type { Feed } from '../../model/feed.ts';
import type { Item } from '../../model/item.ts';
import { byPosition } from '../../model/position.ts';
import { Refusal } from '../../model/refusal.ts';
import { attempt } from '../attempt.ts';
import type { Call } from '../routing.ts';
import { csrfField } from './browser.ts';
import { goTo, present } from './frame.ts';
import type { LiteHouse } from './house.ts';
import { type Html, html } from './html.ts';
import { PAGE_ITEMS, pageLinks, type Rows, rowsOf } from './lite-rows.ts';
import { idOf, type LiteScope, listAddress, readScope } from './lite-scope.ts';
import { liteNav, placeTitle, type Reading } from './lite-visit.ts';

interface Listed extends Rows {
  /** The newest that is really in the list. */
  newest: Item | undefined;
  title: Html | string;
  /** What the person has just marked, and can undo. */
  done: { entryId: number; count: number } | undefined;
  /** The newest entry of the journal: what is marked on this page comes after it. */
  lastEntryId: number;
}

export async function showLite(house: LiteHouse, reading: Reading, call: Call): Promise<Response> {
  const scope = readScope(call);
  if (scope.words !== undefined) return goTo(listAddress(scope));
  const { library } = house;
  const feeds = await listFeeds(library, reading.userId);
  const title = await titleOf(house, reading, { scope, feeds });
  const { items, hasOlder } = await listWithoutTexts(library, reading.userId, scope.items, {
    limit: PAGE_ITEMS,
    only: scope.only,
    maxId: scope.before,
  });
  const next = hasOlder ? items.at(-1)?.id : undefined;
  const done = await doneBefore(house, reading, call);
  const lastEntryId = (await listEntries(library, reading.userId, { limit: 1 }))[0]?.id ?? 0;
  const shown = await withKept(house, reading, { call, items, before: scope.before, next });
  const rows = { house, reading, scope, items: shown, next, feeds };
  const body = listPage({ ...rows, title, newest: items[0], done, lastEntryId });
  return present(house, { title, body, isWide: true });
}

export async function showLiteFeeds(house: LiteHouse, reading: Reading): Promise<Response> {
  const feeds = (await listFeeds(house.library, reading.userId)).sort(byPosition);
  const groups = (await listGroups(house.library, reading.userId)).sort(byPosition);
  const rest = feeds.filter(({ groupIds }) => groupIds.length === 0);
  // Once each, in however many groups a feed is.
  const entries = new Map(feeds.map((feed) => [feed.id, feedEntry(house, feed)]));
  const { say } = house;
  const title = say('lite.feeds');
  const body = html`${liteNav(house, 'feeds')}
<h1>${title}</h1>
${feeds.length === 0 ? html`<p class="sub">${say('lite.noFeeds')}</p>` : undefined}
${groups.map(
  (
    group,
  ) => html`<h2><a class="quiet" href="/lite?group=${group.id}"><bdi>${group.title}</bdi></a>${counted(house, group)}</h2>
${feedList(inOrder(entries, group.feedIds))}`,
)}
${rest.length > 0 && groups.length > 0 ? html`<h2>${say('lite.otherFeeds')}</h2>` : undefined}
${feedList(rest.flatMap(({ id }) => entries.get(id) ?? []))}`;
  return present(house, { title, body, isWide: true });
}

/** Those of the entries that are of these feeds, in the order of the entries. */
function inOrder(entries: ReadonlyMap<number, Html>, feedIds: readonly number[]): Html[] {
  const wanted = new Set(feedIds);
  return [...entries].filter(([id]) => wanted.has(id)).map(([, entry]) => entry);
}

function feedList(entries: readonly Html[]): Html | undefined {
  return entries.length === 0 ? undefined : html`<ul class="list">${entries}</ul>`;
}

function feedEntry(house: LiteHouse, feed: Feed): Html {
  return html`<li><div><a class="quiet" href="/lite?feed=${feed.id}"><bdi>${feed.title}</bdi></a>${counted(house, feed)}</div></li>`;
}

function counted({ say }: LiteHouse, { unreadCount }: { unreadCount: number }): Html | undefined {
  return unreadCount === 0
    ? undefined
    : html` <span class="count">${say('lite.unreadCount', { count: unreadCount })}</span>`;
}

function listPage(listed: Listed): Html {
  const { house, scope, title, newest } = listed;
  const { say } = house;
  return html`${liteNav(house, scope.name)}
<h1><bdi>${title}</bdi></h1>
${doneNote(listed)}
${newest === undefined ? html`<p class="sub">${say(scope.only === 'unread' ? 'lite.nothingUnread' : 'lite.nothing')}</p>` : undefined}
${rowsOf(listed)}
${pageLinks(listed)}
${markAllForm(listed)}
${scope.only === 'unread' && scope.name !== 'unread' ? html`<p><a class="plain-link" href="${listAddress({ ...scope, only: undefined, before: undefined })}">${say('lite.showAll')}</a></p>` : undefined}
${scope.name === 'feeds' ? html`<p><a class="plain-link" href="${listAddress({ ...scope, words: '', before: undefined })}">${say('lite.searchIn', { title })}</a></p>` : undefined}`;
}

/** A form that marks all that was shown: items that arrive before it is pressed stay unread. */
function markAllForm({ house, reading, scope, title, newest, lastEntryId }: Listed): Html | undefined {
  if (scope.items.of === 'starred' || newest === undefined) return undefined;
  const { say } = house;
  const words = scope.before === undefined ? say('lite.markAll', { title }) : say('lite.markOlder');
  return html`<form class="or" method="post" action="/lite/read">${csrfField(reading.browser)}<input type="hidden" name="up_to" value="${newest.id}"><input type="hidden" name="after" value="${lastEntryId}"><input type="hidden" name="next" value="${listAddress(scope)}"><button class="button">${words}</button></form>`;
}

function doneNote({ house, reading, scope, done }: Listed): Html | undefined {
  if (done === undefined) return undefined;
  const { say } = house;
  return html`<div class="who" role="status"><div>${say('lite.marked', { count: done.count })}</div>
<form method="post" action="/lite/undo">${csrfField(reading.browser)}<input type="hidden" name="entry" value="${done.entryId}"><input type="hidden" name="next" value="${listAddress(scope)}"><button class="plain">${say('lite.undo')}</button></form></div>`;
}

/** The items of the page, with the one that has just left it, if that was in this stretch of the list. */
async function withKept(
  { library }: LiteHouse,
  { userId }: Reading,
  page: { call: Call; items: readonly Item[]; before: number | undefined; next: number | undefined },
): Promise<readonly Item[]> {
  const { items, before = Number.POSITIVE_INFINITY, next = 0 } = page;
  const id = idOf(page.call.url.searchParams.get('kept'));
  if (id === undefined || id >= before || id < next || items.some((item) => item.id === id)) return items;
  const kept = await attempt(() => getItem(library, userId, id));
  if (kept instanceof Refusal) return items;
  return [...items, kept].sort((a, b) => b.id - a.id);
}

/** The entry that the address names is looked up, and shown only if it is the person's own and has not been undone. */
async function doneBefore({ library }: LiteHouse, { userId }: Reading, call: Call): Promise<Listed['done']> {
  const entryId = idOf(call.url.searchParams.get('done'));
  if (entryId === undefined) return undefined;
  const [entry] = await listEntries(library, userId, { before: entryId + 1, limit: 1 });
  if (entry?.id !== entryId || entry.action !== 'items.read' || entry.undoneBy !== undefined)
    return undefined;
  return { entryId, count: entry.count };
}

async function titleOf(
  house: LiteHouse,
  reading: Reading,
  { scope: { items, only }, feeds }: { scope: LiteScope; feeds: readonly Feed[] },
): Promise<Html | string> {
  const { say } = house;
  if (items.of === 'starred') return say('lite.starred');
  if (items.of === 'user') return say(only === 'unread' ? 'lite.unread' : 'lite.everything');
  const title = await placeTitle(house, reading, { place: items, feeds });
  return title ?? say(items.of === 'feed' ? 'lite.feed' : 'lite.group');
}
