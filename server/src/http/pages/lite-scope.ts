// Which list the pages without script show, and how the address says so.
import type { ItemPage, ItemScope } from '../../model/item.ts';
import type { Call } from '../routing.ts';

export interface LiteScope {
  items: ItemScope;
  only: ItemPage['only'];
  /** What was searched for there, as typed; undefined: it is no search. */
  words: string | undefined;
  /** Only items older than this one: those of a later page. */
  before: number | undefined;
  /** The navigation entry that it belongs to. */
  name: 'unread' | 'starred' | 'everything' | 'feeds' | 'search';
}

/** The first list. */
export const unreadScope: LiteScope = {
  items: { of: 'user' },
  only: 'unread',
  words: undefined,
  before: undefined,
  name: 'unread',
};

/** `?feed=`, `?group=` or `?show=starred`, `?show=all`; a value that is not an id is ignored. `?q=` is a search, in the feed or the group. */
export function readScope({ url }: Pick<Call, 'url'>): LiteScope {
  const query = url.searchParams;
  const [feedId, groupId] = [idOf(query.get('feed')), idOf(query.get('group'))];
  const [show, words] = [query.get('show'), query.get('q')?.trim()];
  const before = idOf(query.get('before'));
  const only = show === 'all' ? undefined : 'unread';
  const items = placeOf(feedId, groupId);
  if (words !== undefined) return { items, only: undefined, words, before, name: 'search' };
  if (items.of !== 'user') return { items, only, words, before, name: 'feeds' };
  if (show === 'starred')
    return { items: { of: 'starred' }, only: undefined, words, before, name: 'starred' };
  return { items, only, words, before, name: only === 'unread' ? 'unread' : 'everything' };
}

/** The address of a list, at its page. `kept`: an item that has left it and is still shown; `at`: the one to be seen there. */
export function listAddress(
  scope: LiteScope,
  { at, ...more }: { done?: number | undefined; kept?: number | undefined; at?: number } = {},
): string {
  const path = scope.words === undefined ? '/lite' : '/lite/search';
  return `${path}${queryOf(scope, more)}${at === undefined ? '' : `#${anchorOf(at)}`}`;
}

/** The address of an item in a list, or of another page about it. */
export function itemAddress(
  id: number,
  scope: LiteScope,
  { page = '', ...more }: { page?: '' | '/tags'; [name: string]: string | undefined } = {},
): string {
  return `/lite/items/${id}${page}${queryOf(scope, more)}`;
}

/** The id of an item's row. */
export function anchorOf(id: number): string {
  return `i${id}`;
}

/** A number in the form of our ids; undefined for anything else. */
export function idOf(text: string | null | undefined): number | undefined {
  const id = /^[1-9]\d{0,15}$/.test(text ?? '') ? Number(text) : Number.NaN;
  return Number.isSafeInteger(id) ? id : undefined;
}

function placeOf(feedId: number | undefined, groupId: number | undefined): ItemScope {
  if (feedId !== undefined) return { of: 'feed', feedId };
  return groupId === undefined ? { of: 'user' } : { of: 'group', groupId };
}

function queryOf(
  { items, only, words, before }: LiteScope,
  more: Readonly<Record<string, string | number | undefined>>,
): string {
  const query = new URLSearchParams();
  if (items.of === 'feed') query.set('feed', String(items.feedId));
  if (items.of === 'group') query.set('group', String(items.groupId));
  if (words !== undefined) query.set('q', words);
  else if (items.of === 'starred') query.set('show', 'starred');
  else if (only === undefined) query.set('show', 'all');
  for (const [name, value] of Object.entries({ before, ...more }))
    if (value !== undefined) query.set(name, String(value));
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}
