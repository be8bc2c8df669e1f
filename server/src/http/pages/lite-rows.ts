// The rows of a list without script: an item each, with the form that marks it, and the links to other pages of the list.
import type { Feed } from '../../model/feed.ts';
import type { Item } from '../../model/item.ts';
import type { LiteHouse } from './house.ts';
import { type Html, html } from './html.ts';
import { anchorOf, itemAddress, type LiteScope, listAddress } from './lite-scope.ts';
import { dayOf, markForm, type Reading } from './lite-visit.ts';

/** Rows per page: few enough to load quickly over a slow line, enough to read for a while. */
export const PAGE_ITEMS = 50;

export interface Rows {
  house: LiteHouse;
  reading: Reading;
  scope: LiteScope;
  /** Newest first. */
  items: readonly Item[];
  feeds: readonly Feed[];
  /** The next page begins below this id; undefined: there is none. */
  next: number | undefined;
}

export function rowsOf({ feeds, ...rows }: Rows): Html | undefined {
  if (rows.items.length === 0) return undefined;
  const byId = new Map(feeds.map((feed) => [feed.id, feed]));
  return html`<ol class="list rows">${rows.items.map((item) => row(rows, { item, feed: byId.get(item.feedId) }))}</ol>`;
}

export function pageLinks({ house: { say }, scope, next }: Rows): Html {
  return html`${next === undefined ? undefined : html`<a class="button" href="${listAddress({ ...scope, before: next })}">${say('lite.older')}</a>`}
${scope.before === undefined ? undefined : html`<a class="button" href="${listAddress({ ...scope, before: undefined })}">${say('lite.newest')}</a>`}`;
}

function row(
  { house, reading, scope }: Omit<Rows, 'feeds'>,
  { item, feed }: { item: Item; feed: Feed | undefined },
): Html {
  const { say } = house;
  const mark = item.read ? 'unread' : 'read';
  // A slip must be easy to take back: the row stays where it is until the next mark, although its item leaves the list.
  const kept = scope.only === 'unread' && mark === 'read' ? item.id : undefined;
  const next = listAddress(scope, { kept, at: item.id });
  return html`<li id="${anchorOf(item.id)}" class="${item.read ? 'is-read' : ''}"><div><div class="row-title" lang="${feed?.language ?? ''}" dir="auto"><a class="quiet" href="${itemAddress(item.id, scope)}"><b>${item.title}</b></a></div><div><span><bdi>${feed?.title}</bdi> · ${dayOf(house, item)}${item.starred ? html` · ${say('lite.isStarred')}` : undefined}</span></div></div>
${markForm(house, reading.browser, { item, mark, next })}</li>`;
}
