// The list that works without script: items that are unread, starred or in a feed or group, page by page.
import { listFeeds } from '../../library/feeds.ts';
import { listGroups } from '../../library/groups.ts';
import { listWithoutTexts } from '../../library/items.ts';
import { listEntries } from '../../library/journal.ts';
import type { Feed } from '../../model/feed.ts';
import type { Item } from '../../model/item.ts';
import { byPosition } from '../../model/position.ts';
import type { Call } from '../routing.ts';
import { csrfField } from './browser.ts';
import { present } from './frame.ts';
import type { LiteHouse } from './house.ts';
import { type Html, html } from './html.ts';
import { idOf, type LiteScope, readScope, scopeQuery } from './lite-scope.ts';
import { dayOf, liteNav, markForm, type Reading, requireReader } from './lite-visit.ts';

/** Rows per page: few enough to load quickly over a slow line, enough to read for a while. */
const PAGE_ITEMS = 50;

interface Listed {
  house: LiteHouse;
  reading: Reading;
  scope: LiteScope;
  title: Html | string;
  /** Newest first. */
  items: readonly Item[];
  hasOlder: boolean;
  feeds: ReadonlyMap<number, Feed>;
  /** What the person has just marked, and can undo. */
  done: { entryId: number; count: number } | undefined;
  here: string;
}

export async function showLite(house: LiteHouse, call: Call): Promise<Response> {
  const reading = await requireReader(house, call);
  if ('status' in reading) return reading;
  const scope = readScope(call);
  const { library } = house;
  const feeds = await listFeeds(library, reading.userId);
  const title = await titleOf(house, reading, { scope, feeds });
  const { items, hasOlder } = await listWithoutTexts(library, reading.userId, scope.items, {
    limit: PAGE_ITEMS,
    ...(scope.only === undefined ? {} : { only: scope.only }),
    ...(scope.before === undefined ? {} : { maxId: scope.before }),
  });
  const listed: Listed = {
    house,
    reading,
    scope,
    title,
    items,
    hasOlder,
    feeds: new Map(feeds.map((feed) => [feed.id, feed])),
    done: await doneBefore(house, reading, call),
    here: `/lite${scopeQuery(scope, { before: scope.before })}`,
  };
  return present(house, { title, body: listPage(listed), isWide: true });
}

export async function showLiteFeeds(house: LiteHouse, call: Call): Promise<Response> {
  const reading = await requireReader(house, call);
  if ('status' in reading) return reading;
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
  const { house, scope, title, items } = listed;
  const { say } = house;
  return html`${liteNav(house, scope.name)}
<h1><bdi>${title}</bdi></h1>
${doneNote(listed)}
${items.length === 0 ? html`<p class="sub">${say(scope.only === 'unread' ? 'lite.nothingUnread' : 'lite.nothing')}</p>` : undefined}
<ol class="list rows">${items.map((item) => row(listed, item))}</ol>
${listFoot(listed)}
${scope.only === 'unread' && scope.name !== 'unread' ? html`<a class="plain-link" href="/lite${scopeQuery({ ...scope, only: undefined })}">${say('lite.showAll')}</a>` : undefined}`;
}

function row({ house, reading, scope, feeds, here }: Listed, item: Item): Html {
  const { say } = house;
  const href = `/lite/items/${item.id}${scopeQuery(scope)}`;
  const mark = item.read ? 'unread' : 'read';
  const feed = feeds.get(item.feedId);
  return html`<li class="${item.read ? 'is-read' : ''}"><div><a class="quiet" href="${href}"><b class="row-title"><bdi lang="${feed?.language ?? ''}">${item.title}</bdi></b></a><div><span><bdi>${feed?.title}</bdi> · ${dayOf(house, item)}${item.starred ? html` · ${say('lite.isStarred')}` : undefined}</span></div></div>
${markForm(house, reading.browser, { item, mark, next: here })}</li>`;
}

/** A link to older items, and a form that marks all that was shown: items that arrive before it is pressed stay unread. */
function listFoot({ house, reading, scope, title, items, hasOlder, here }: Listed): Html {
  const { say } = house;
  const [newest, oldest] = [items[0], items.at(-1)];
  const older = hasOlder && oldest ? `/lite${scopeQuery(scope, { before: oldest.id })}` : undefined;
  const words = scope.before === undefined ? say('lite.markAll', { title }) : say('lite.markOlder');
  const canMark = scope.items.of !== 'starred' && newest !== undefined;
  return html`${older ? html`<a class="button" href="${older}">${say('lite.older')}</a>` : undefined}
${
  canMark
    ? html`<form class="or" method="post" action="/lite/read">${csrfField(reading.browser)}<input type="hidden" name="up_to" value="${newest.id}"><input type="hidden" name="next" value="${here}"><button class="button">${words}</button></form>`
    : undefined
}`;
}

function doneNote({ house, reading, done, here }: Listed): Html | undefined {
  if (done === undefined) return undefined;
  const { say } = house;
  return html`<div class="who" role="status"><div>${say('lite.marked', { count: done.count })}</div>
<form method="post" action="/lite/undo">${csrfField(reading.browser)}<input type="hidden" name="entry" value="${done.entryId}"><input type="hidden" name="next" value="${here}"><button class="plain">${say('lite.undo')}</button></form></div>`;
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
  { library, say }: LiteHouse,
  { userId }: Reading,
  { scope: { items, only }, feeds }: { scope: LiteScope; feeds: readonly Feed[] },
): Promise<Html | string> {
  switch (items.of) {
    case 'starred':
      return say('lite.starred');
    case 'user':
      return say(only === 'unread' ? 'lite.unread' : 'lite.everything');
    case 'feed':
      return feeds.find(({ id }) => id === items.feedId)?.title ?? say('lite.feed');
    case 'group':
      return (
        (await listGroups(library, userId)).find(({ id }) => id === items.groupId)?.title ?? say('lite.group')
      );
  }
}
