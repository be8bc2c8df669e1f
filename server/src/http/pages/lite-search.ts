// The search without script: the same queries as in the reader and the API, in everything or in one feed or group.
import { maxSearchCharacters } from '@courant/protocol';
import { listFeeds } from '../../library/feeds.ts';
import { searchInLines } from '../../library/search.ts';
import { Refusal } from '../../model/refusal.ts';
import { attempt } from '../attempt.ts';
import type { Call } from '../routing.ts';
import { alert, present } from './frame.ts';
import type { LiteHouse } from './house.ts';
import { type Html, html } from './html.ts';
import { PAGE_ITEMS, pageLinks, type Rows, rowsOf } from './lite-rows.ts';
import { type LiteScope, listAddress, readScope } from './lite-scope.ts';
import { liteNav, placeTitle, type Reading } from './lite-visit.ts';

/** What a search is about: everything if there is no title. */
interface Searched {
  scope: LiteScope;
  place: string | undefined;
}

export async function showLiteSearch(house: LiteHouse, reading: Reading, call: Call): Promise<Response> {
  const { library, say } = house;
  const scope: LiteScope = { ...readScope(call), only: undefined, name: 'search' };
  const words = scope.words ?? '';
  const feeds = await listFeeds(library, reading.userId);
  const place = await placeTitle(house, reading, { place: scope.items, feeds });
  if (place === undefined && scope.items.of !== 'user')
    throw new Refusal('not-found', 'Cannot search: there is no such feed or group');
  const found = words === '' ? undefined : await attempt(() => search(house, reading.userId, scope));
  const refusal = found instanceof Refusal ? found : undefined;
  const rows = !found || found instanceof Refusal ? undefined : { house, reading, scope, feeds, ...found };
  const title = say('lite.search');
  return present(house, {
    title: words === '' ? title : html`${words} — ${title}`,
    body: html`${liteNav(house, 'search')}
<h1>${title}</h1>
${refusal && alert(whyNot(house, refusal))}
${searchForm(house, { scope, place }, refusal !== undefined)}
${rows ? results(rows) : html`<p class="note">${say('lite.searchHint')}</p>`}`,
    isWide: true,
    refusal,
  });
}

/** The words with the feed or the group, as a query. */
export function searchText({ items, words = '' }: LiteScope): string {
  if (items.of === 'feed') return `feed:${items.feedId} ${words}`;
  return items.of === 'group' ? `group:${items.groupId} ${words}` : words;
}

/** Where the items of a tag are. */
export function tagAddress(title: string): string {
  return `/lite/search?q=${encodeURIComponent(`tag:"${title.replace(/["“-„＂\\＼]/g, '\\$&')}"`)}`;
}

async function search(
  { library }: LiteHouse,
  userId: number,
  scope: LiteScope,
): Promise<Pick<Rows, 'items' | 'next'>> {
  const { length } = scope.words ?? '';
  if (length > maxSearchCharacters)
    throw new Refusal('invalid', `Cannot search: it is longer than ${maxSearchCharacters} characters`);
  return searchInLines(library, userId, { text: searchText(scope), limit: PAGE_ITEMS }, scope.before);
}

/** Only in English do these pages have words for each mistake: those of the refusal itself. How to write a search is below. */
function whyNot({ language, say, sayWhy }: LiteHouse, refusal: Refusal): Html {
  return language === 'en' ? sayWhy(refusal) : say('lite.searchWrong');
}

function searchForm({ say }: LiteHouse, { scope, place }: Searched, isWrong: boolean): Html {
  const { items, words } = scope;
  const within =
    items.of === 'feed'
      ? html`<input type="hidden" name="feed" value="${items.feedId}">`
      : items.of === 'group'
        ? html`<input type="hidden" name="group" value="${items.groupId}">`
        : undefined;
  const label = place === undefined ? say('lite.searchAll') : say('lite.searchIn', { title: place });
  const described = isWrong ? html` aria-invalid="true" aria-describedby="problem"` : undefined;
  return html`<form class="line" method="get" action="/lite/search" role="search">${within}<label for="q">${label}</label>
<input id="q" name="q" type="search" value="${words}" maxlength="${maxSearchCharacters}" dir="auto" autocapitalize="none" enterkeyhint="search"${described}>
<button class="button">${say('lite.doSearch')}</button></form>
${place === undefined ? undefined : html`<p class="note"><a href="${listAddress({ ...scope, items: { of: 'user' }, before: undefined })}">${say('lite.searchAll')}</a></p>`}`;
}

function results(rows: Rows): Html {
  const { say } = rows.house;
  if (rows.items.length > 0) return html`${rowsOf(rows)}\n${pageLinks(rows)}`;
  if (rows.next !== undefined)
    return html`<p class="sub" role="status">${say('lite.nothingSoFar')}</p>\n${pageLinks(rows)}`;
  return html`<p class="sub" role="status">${say('lite.nothingFound')}</p>\n${pageLinks(rows)}`;
}
