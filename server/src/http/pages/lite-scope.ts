// Which list the pages without script show, and how the address says so.
import type { ItemPage, ItemScope } from '../../model/item.ts';
import type { Call } from '../routing.ts';

export interface LiteScope {
  items: ItemScope;
  only: ItemPage['only'];
  /** Only items older than this one. */
  before: number | undefined;
  /** The navigation entry that it belongs to. */
  name: 'unread' | 'starred' | 'everything' | 'feeds';
}

/** `?feed=`, `?group=` or `?show=starred`, `?show=all`; a value that is not an id is ignored. */
export function readScope({ url }: Call): LiteScope {
  const query = url.searchParams;
  const [feedId, groupId] = [idOf(query.get('feed')), idOf(query.get('group'))];
  const show = query.get('show');
  const before = idOf(query.get('before'));
  const only = show === 'all' ? undefined : 'unread';
  if (feedId !== undefined) return { items: { of: 'feed', feedId }, only, before, name: 'feeds' };
  if (groupId !== undefined) return { items: { of: 'group', groupId }, only, before, name: 'feeds' };
  if (show === 'starred') return { items: { of: 'starred' }, only: undefined, before, name: 'starred' };
  return { items: { of: 'user' }, only, before, name: only === 'unread' ? 'unread' : 'everything' };
}

/** The query that leads back to a list. */
export function scopeQuery(
  { items, only }: LiteScope,
  more: { before?: number | undefined; done?: number | undefined } = {},
): string {
  const query = new URLSearchParams();
  if (items.of === 'feed') query.set('feed', String(items.feedId));
  if (items.of === 'group') query.set('group', String(items.groupId));
  if (items.of === 'starred') query.set('show', 'starred');
  else if (only === undefined) query.set('show', 'all');
  for (const [name, value] of Object.entries(more)) if (value !== undefined) query.set(name, String(value));
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

/** A number in the form of our ids; undefined for anything else. */
export function idOf(text: string | null | undefined): number | undefined {
  const id = /^[1-9]\d{0,15}$/.test(text ?? '') ? Number(text) : Number.NaN;
  return Number.isSafeInteger(id) ? id : undefined;
}
