// Shared by the pages of the list without script: who reads, the navigation, and the form that marks one item.
import { listGroups } from '../../library/groups.ts';
import type { Feed } from '../../model/feed.ts';
import type { Item, ItemScope } from '../../model/item.ts';
import type { Mark } from '../../model/mark.ts';
import { Refusal } from '../../model/refusal.ts';
import type { Call } from '../routing.ts';
import { type Browser, csrfField, readBrowser } from './browser.ts';
import { goToSignIn } from './frame.ts';
import type { House, LiteHouse } from './house.ts';
import { type Html, html } from './html.ts';
import type { Key } from './texts/catalogue.ts';

export interface Reading {
  userId: number;
  browser: Browser;
}

type Handler = (house: LiteHouse, call: Call) => Promise<Response>;

/** A page for the person who reads; anybody not signed in is sent to sign in and then back. */
export function forReader(
  show: (house: LiteHouse, reading: Reading, call: Call) => Promise<Response>,
): Handler {
  return async (house, call) => {
    const browser = await readBrowser(house.accounts, call);
    if (browser.session) return show(house, { userId: browser.session.user.id, browser }, call);
    return goToSignIn(call.url.pathname + call.url.search);
  };
}

/** A form of that person. If the account has gone meanwhile, nothing can be written for it: that is no fault of ours. */
export function fromReader(take: Handler): Handler {
  return (house, call) =>
    take(house, call).catch(async (error: unknown) => {
      if (error instanceof Refusal || (await readBrowser(house.accounts, call)).session) throw error;
      return goToSignIn('/lite');
    });
}

const entries = [
  ['unread', '/lite', 'lite.unread'],
  ['starred', '/lite?show=starred', 'lite.starred'],
  ['everything', '/lite?show=all', 'lite.everything'],
  ['feeds', '/lite/feeds', 'lite.feeds'],
  ['tags', '/lite/tags', 'lite.tags'],
  ['search', '/lite/search', 'lite.search'],
] as const;

export function liteNav({ say }: House, current: (typeof entries)[number][0]): Html {
  return html`<nav class="lite" aria-label="${say('lite.lists')}">${entries.map(([name, href, title]) =>
    name === current
      ? html`<a href="${href}" aria-current="true">${say(title)}</a>\n`
      : html`<a href="${href}">${say(title)}</a>\n`,
  )}</nav>`;
}

/** What a feed or a group is called; undefined for one that the person does not have, and for other lists. */
export async function placeTitle(
  { library }: LiteHouse,
  { userId }: Reading,
  { place, feeds }: { place: ItemScope; feeds: readonly Feed[] },
): Promise<string | undefined> {
  if (place.of === 'feed') return feeds.find(({ id }) => id === place.feedId)?.title;
  if (place.of !== 'group') return undefined;
  return (await listGroups(library, userId)).find(({ id }) => id === place.groupId)?.title;
}

const words = {
  read: 'lite.markRead',
  unread: 'lite.markUnread',
  starred: 'lite.star',
  unstarred: 'lite.unstar',
} as const satisfies Record<Mark, Key>;

/** When an item was published, or else stored. One whose date lies in the future came when it was stored. */
export function dayOf(
  { day }: House,
  { published, createdAt }: Pick<Item, 'published' | 'createdAt'>,
): Html | string {
  return day(Math.min(published ?? createdAt, createdAt));
}

/** A button that marks an item and then leads to `next`. */
export function markForm(
  { say }: House,
  browser: Browser,
  asked: {
    item: { id: number; title: string };
    mark: Mark;
    next: string;
    text?: Html;
    class?: 'plain' | 'button' | 'button primary';
  },
): Html {
  const { item, mark, next } = asked;
  const text = asked.text ?? say(words[mark]);
  return html`<form method="post" action="/lite/items/${item.id}/mark">${csrfField(browser)}<input type="hidden" name="mark" value="${mark}"><input type="hidden" name="next" value="${next}"><button class="${asked.class ?? 'plain'}" aria-label="${say('lite.markOf', { mark: text, title: item.title })}">${text}</button></form>`;
}
