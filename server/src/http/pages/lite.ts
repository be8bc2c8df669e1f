// The list that works without a script: what is unread, starred or in a feed or group, page by page.
import { listFeeds } from '../../library/feeds.ts';
import { listGroups } from '../../library/groups.ts';
import { listItems } from '../../library/items.ts';
import { listEntries } from '../../library/journal.ts';
import type { Feed } from '../../model/feed.ts';
import type { Item } from '../../model/item.ts';
import type { Call } from '../routing.ts';
import { type Browser, csrfField } from './browser.ts';
import { day, present } from './frame.ts';
import type { LiteHouse } from './house.ts';
import { type Html, html } from './html.ts';
import { type LiteScope, readScope, scopeQuery } from './lite-scope.ts';
import { liteNav, markForm, type Reading, requireReader } from './lite-visit.ts';

/** Rows of a page: few enough to come at once over a slow line, enough to read for a while. */
const PAGE_ITEMS = 50;

interface Listed {
  reading: Reading;
  scope: LiteScope;
  title: string;
  /** Newest first. */
  items: readonly Item[];
  hasOlder: boolean;
  feeds: ReadonlyMap<number, Feed>;
  /** What the person has just marked, and may take back. */
  done: { entryId: number; count: number } | undefined;
  here: string;
}

export async function showLite(house: LiteHouse, call: Call): Promise<Response> {
  const reading = await requireReader(house, call);
  if ('status' in reading) return reading;
  const scope = readScope(call);
  const { library } = house;
  const [feeds, title] = [await listFeeds(library, reading.userId), await titleOf(house, reading, scope)];
  const { items, hasOlder } = await listItems(library, reading.userId, scope.items, {
    page: {
      limit: PAGE_ITEMS,
      ...(scope.only === undefined ? {} : { only: scope.only }),
      ...(scope.before === undefined ? {} : { maxId: scope.before }),
    },
  });
  const listed: Listed = {
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
  const feeds = (await listFeeds(house.library, reading.userId)).sort(byPlace);
  const groups = (await listGroups(house.library, reading.userId)).sort(byPlace);
  const grouped = new Set(groups.flatMap(({ feedIds }) => feedIds));
  const rest = feeds.filter(({ id }) => !grouped.has(id));
  const body = html`${liteNav('feeds')}
<h1>Feeds</h1>
${feeds.length === 0 ? html`<p class="sub">You follow nothing yet. The reader itself, which needs JavaScript, adds feeds.</p>` : undefined}
${groups.map(
  (
    group,
  ) => html`<h2><a class="quiet" href="/lite?group=${group.id}"><bdi>${group.title}</bdi></a>${counted(group)}</h2>
${feedList(feeds.filter(({ id }) => group.feedIds.includes(id)))}`,
)}
${rest.length > 0 && groups.length > 0 ? html`<h2>Other feeds</h2>` : undefined}
${feedList(rest)}`;
  return present(house, { title: 'Feeds', body, isWide: true });
}

function feedList(feeds: readonly Feed[]): Html | undefined {
  if (feeds.length === 0) return undefined;
  return html`<ul class="list">${feeds.map(
    (feed) =>
      html`<li><div><a class="quiet" href="/lite?feed=${feed.id}"><bdi>${feed.title}</bdi></a>${counted(feed)}</div></li>`,
  )}</ul>`;
}

function counted({ unreadCount }: { unreadCount: number }): Html | undefined {
  return unreadCount === 0 ? undefined : html` <span class="count">${unreadCount} unread</span>`;
}

function listPage(listed: Listed): Html {
  const { reading, scope, title, items, done, here } = listed;
  return html`${liteNav(scope.items.of === 'starred' ? 'starred' : scope.name)}
<h1><bdi>${title}</bdi></h1>
${done && doneNote(reading.browser, done, here)}
${items.length === 0 ? html`<p class="sub">${scope.only === 'unread' ? 'Nothing unread.' : 'Nothing here.'}</p>` : undefined}
<ol class="list rows">${items.map((item) => row(listed, item))}</ol>
${listFoot(listed)}
${scope.only === 'unread' && scope.name !== 'unread' ? html`<a class="plain-link" href="/lite${scopeQuery({ ...scope, only: undefined })}">Show read ones too</a>` : undefined}`;
}

function row({ reading, scope, feeds, here }: Listed, item: Item): Html {
  const href = `/lite/items/${item.id}${scopeQuery(scope)}`;
  const mark = item.read ? 'unread' : 'read';
  return html`<li class="${item.read ? 'is-read' : ''}"><div><a class="quiet" href="${href}"><b class="row-title"><bdi>${item.title}</bdi></b></a><span><bdi>${feeds.get(item.feedId)?.title}</bdi> · ${day(item.published ?? item.createdAt)}${item.starred ? ' · starred' : ''}</span></div>
${markForm(reading.browser, { item, mark, next: here })}</li>`;
}

/** Older ones, and marking all that was shown: what arrives between looking and pressing stays unread. */
function listFoot({ reading, scope, title, items, hasOlder, here }: Listed): Html {
  const [newest, oldest] = [items[0], items.at(-1)];
  const older = hasOlder && oldest ? `/lite${scopeQuery(scope, { before: oldest.id })}` : undefined;
  const words =
    scope.before === undefined ? `Mark all in ${title} read` : 'Mark these and all older ones read';
  const canMark = scope.items.of !== 'starred' && newest !== undefined;
  return html`${older ? html`<a class="button" href="${older}">Older ones</a>` : undefined}
${
  canMark
    ? html`<form class="or" method="post" action="/lite/read">${csrfField(reading.browser)}<input type="hidden" name="up_to" value="${newest.id}"><input type="hidden" name="next" value="${here}"><button class="button">${words}</button></form>`
    : undefined
}`;
}

function doneNote(
  browser: Browser,
  { entryId, count }: { entryId: number; count: number },
  here: string,
): Html {
  const words = count === 1 ? '1 item marked as read.' : `${count} items marked as read.`;
  return html`<div class="who" role="status"><div>${words}</div>
<form method="post" action="/lite/undo">${csrfField(browser)}<input type="hidden" name="entry" value="${entryId}"><input type="hidden" name="next" value="${here}"><button class="plain">Undo</button></form></div>`;
}

/** What the address says was done is looked up: only what is the person's own and still stands is told. */
async function doneBefore({ library }: LiteHouse, { userId }: Reading, call: Call): Promise<Listed['done']> {
  const entryId = Number(call.url.searchParams.get('done'));
  if (!Number.isSafeInteger(entryId) || entryId <= 0) return undefined;
  const [entry] = await listEntries(library, userId, { before: entryId + 1, limit: 1 });
  if (entry?.id !== entryId || entry.action !== 'items.read' || entry.undoneBy !== undefined)
    return undefined;
  return { entryId, count: entry.count };
}

async function titleOf({ library }: LiteHouse, { userId }: Reading, scope: LiteScope): Promise<string> {
  const { items } = scope;
  switch (items.of) {
    case 'starred':
      return 'Starred';
    case 'user':
      return scope.only === 'unread' ? 'Unread' : 'Everything';
    case 'feed':
      return (await listFeeds(library, userId)).find(({ id }) => id === items.feedId)?.title ?? 'Feed';
    case 'group':
      return (await listGroups(library, userId)).find(({ id }) => id === items.groupId)?.title ?? 'Group';
  }
}

function byPlace(a: { position: number; id: number }, b: { position: number; id: number }): number {
  return a.position - b.position || a.id - b.id;
}
