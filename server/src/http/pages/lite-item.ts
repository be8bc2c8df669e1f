// One item on a page without script: its text, its files, its marks, and the next item.
import { getFeed } from '../../library/feeds.ts';
import { withProxiedImages } from '../../library/images.ts';
import { getItem, listWithoutTexts } from '../../library/items.ts';
import { searchInLines } from '../../library/search.ts';
import type { Item } from '../../model/item.ts';
import { Refusal } from '../../model/refusal.ts';
import { attempt } from '../attempt.ts';
import type { Call } from '../routing.ts';
import { boxed } from './boxed.ts';
import { present } from './frame.ts';
import type { LiteHouse } from './house.ts';
import { Html, html } from './html.ts';
import { idOf, itemAddress, type LiteScope, listAddress, readScope, unreadScope } from './lite-scope.ts';
import { searchText, tagAddress } from './lite-search.ts';
import { dayOf, liteNav, markForm, type Reading } from './lite-visit.ts';

export async function showLiteItem(house: LiteHouse, reading: Reading, call: Call): Promise<Response> {
  const { library, say } = house;
  const id = idOf(call.params.id);
  if (id === undefined) throw new Refusal('not-found', 'Cannot show item: there is no such item');
  const item = await getItem(library, reading.userId, id);
  const feed = await getFeed(library, reading.userId, item.feedId);
  // Empty: language unknown.
  const { language = '' } = feed;
  const { scope, next } = await placeIn(house, reading, { scope: readScope(call), id });
  const body = html`${liteNav(house, scope.name)}
<p class="note"><a href="${listAddress(scope, { at: id })}">${say('lite.back')}</a></p>
<article>
<h1 lang="${language}" dir="auto"><a class="quiet" href="${item.url}" rel="noopener noreferrer">${item.title}</a></h1>
<p class="sub"><a href="/lite?feed=${feed.id}"><bdi>${feed.title}</bdi></a> · ${dayOf(house, item)}${item.author ? html` · <bdi>${item.author}</bdi>` : undefined}</p>
${tagLinks(item)}
<div class="reading" lang="${language}" dir="auto">${textOf(house, reading, item)}</div>
${files(house, item)}
</article>
${doings(house, reading, { item, scope, next })}`;
  return present(house, { title: item.title, body, isWide: true, isArticle: true });
}

/** The text was sanitised when it was stored. Its pictures come through us, so that reading reveals nothing to their publishers. */
function textOf({ library }: LiteHouse, { userId }: Reading, { fullText, content, summary }: Item): Html {
  const text = fullText?.content ?? content ?? summary ?? '';
  return new Html(boxed(withTitlesSeen(withProxiedImages(library, userId, text))));
}

/** Webcomics put their last joke into the title of a picture, which touch screens never show. Our sanitiser writes every attribute escaped, in double quotes. */
function withTitlesSeen(html: string): string {
  return html.replace(/<img\b[^>]*>/g, (tag) => {
    const [, title = ''] = / title="([^"]*)"/.exec(tag) ?? [];
    return title === '' || tag.includes(` alt="${title}"`) ? tag : `${tag}<br><small>${title}</small>`;
  });
}

function files(house: LiteHouse, { details, url }: Item): Html {
  const { say } = house;
  const host = hostOf(url);
  return html`${(details.enclosures ?? []).map(
    (file) =>
      html`<p class="note"><a href="${file.url}" rel="noopener noreferrer">${fileAt(house, file)}</a></p>`,
  )}
<p class="note"><a href="${url}" rel="noopener noreferrer">${host === undefined ? say('lite.readThere') : say('lite.readAt', { host })}</a>${
    details.commentsUrl === undefined
      ? undefined
      : html` · <a href="${details.commentsUrl}" rel="noopener noreferrer">${say('lite.comments')}</a>`
  }</p>`;
}

interface Shown {
  item: Item;
  scope: LiteScope;
  next: Item | undefined;
}

function doings(house: LiteHouse, { browser }: Reading, { item, scope, next }: Shown): Html {
  const { say } = house;
  const here = itemAddress(item.id, scope);
  const onward = next ? itemAddress(next.id, scope) : listAddress(scope);
  return html`<div class="doings">
${item.read ? html`<a class="button primary" href="${onward}">${say(next ? 'lite.next' : 'lite.back')}</a>` : markForm(house, browser, { item, mark: 'read', next: onward, text: say(next ? 'lite.markNext' : 'lite.markBack'), class: 'button primary' })}
${markForm(house, browser, { item, mark: item.read ? 'unread' : 'read', next: here, class: 'button' })}
${markForm(house, browser, { item, mark: item.starred ? 'unstarred' : 'starred', next: here, class: 'button' })}
<a class="button" href="${itemAddress(item.id, scope, { page: '/tags' })}">${say('lite.tags')}</a>
</div>`;
}

function tagLinks({ tags }: Item): Html | undefined {
  if (tags.length === 0) return undefined;
  return html`<p class="sub">${tags.map((tag) => html`<a href="${tagAddress(tag)}"><bdi>#${tag}</bdi></a>\n`)}</p>`;
}

/** The list from which it was opened, and the next older item there. If the feed or the group has gone meanwhile, the list is what is unread. */
async function placeIn(
  house: LiteHouse,
  reading: Reading,
  { scope, id }: { scope: LiteScope; id: number },
): Promise<Pick<Shown, 'scope' | 'next'>> {
  const { library } = house;
  const { userId } = reading;
  const { items, only, words } = scope;
  const found = await attempt<{ items: Item[] }>(() =>
    words === undefined
      ? listWithoutTexts(library, userId, items, { limit: 1, maxId: id, only })
      : searchInLines(library, userId, { text: searchText(scope), limit: 1 }, id),
  );
  if (!(found instanceof Refusal)) return { scope, next: found.items[0] };
  // Where the words are no search, its page says so.
  if (found.code !== 'not-found') return { scope, next: undefined };
  return placeIn(house, reading, { scope: unreadScope, id });
}

function fileAt({ say }: LiteHouse, { url, type }: { url: string; type?: string | undefined }): Html {
  const kind = type ?? say('lite.file');
  const host = hostOf(url);
  return host === undefined ? say('lite.fileThere', { kind }) : say('lite.fileAt', { kind, host });
}

function hostOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).host : undefined;
}
