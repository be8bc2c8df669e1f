// What keys do beyond the rows that are drawn, and beyond what they hold: the ends of a list, the next feed, marking many, the article.
import { byHand, feedsInOrder, isReady, unread } from '../../data/copy.ts';
import { catchUp, loadSync } from '../../data/in-step.ts';
import { wholeClient } from '../../data/later-client.ts';
import { markAllRead } from '../../data/mark-all.ts';
import { setRead } from '../../data/marks.ts';
import { untilRestored } from '../../data/restore.ts';
import type { Row } from '../../data/row.ts';
import { wordsOf } from '../../data/service.ts';
import { keyOf, type Stream } from '../../data/stream.ts';
import { isStill } from '../../frame/layout.ts';
import { go, route } from '../../frame/router.ts';
import { pathOf } from '../../frame/routes.ts';
import { showToast } from '../../frame/status.ts';
import { savedOnly } from '../../frame/strip.tsx';
import { beforeUndo, type Offer } from '../../frame/undo.ts';
import { t } from '../../texts/translate.ts';
import { feedIdsIn } from './mark-all.ts';
import { currentId, openItem, reopen, rowAt, view } from './selection.ts';
import type { View } from './view.ts';

export { foldAll, hideRead } from '../../frame/fold.ts';
export { undo } from '../../frame/undo.ts';

/** To the first row of a list. */
export function toTop(current: View | undefined): void {
  jump(0, current);
}

/** To the last item of a list that this browser has; of any other, to the last that was loaded. */
export async function toEnd(current: View | undefined): Promise<void> {
  await untilRestored('all');
  while (current === view.peek() && current?.state.peek() === 'more' && current.left()[0])
    await current.loadMore();
  jump(-1, current);
}

/** A screenful of the article; at its end the next unread item, at its beginning the one before. */
export function scrollArticle(direction: 1 | -1): void {
  const pane = document.querySelector('.article-scroll');
  if (!pane) return;
  const atEnd =
    direction === 1 ? pane.scrollTop + pane.clientHeight >= pane.scrollHeight - 4 : pane.scrollTop <= 0;
  const behavior = isStill() ? 'instant' : 'smooth';
  if (!atEnd) pane.scrollBy({ top: direction * (pane.clientHeight - 64), behavior });
  else if (direction === 1) openNextUnread();
  else {
    const row = rowAt(-1);
    if (row) openItem(row.id);
  }
}

/** Opens a tab in the background, as a click with the control key does. */
export function openBehind(row: Row): void {
  const link = document.createElement('a');
  Object.assign(link, { href: row.url, target: '_blank', rel: 'noopener noreferrer' });
  link.dispatchEvent(new MouseEvent('click', { ctrlKey: true, metaKey: true, cancelable: true }));
}

/** Asks for what is new, and lists it. Who goes on in the list meanwhile keeps it, and what is new waits there. */
export async function refresh(current: View | undefined): Promise<void> {
  const place = (): string => `${currentId.peek()} ${current?.scrollTop}`;
  const before = place();
  if (!(await catchUp())) showToast(savedOnly());
  else if (current && isShown(current.stream) && place() === before) {
    // Of a row, which goes.
    const list = document.querySelector<HTMLElement>('#list:has(.row :focus)');
    list?.focus({ preventScroll: true });
    reopen(current.stream);
  }
}

/** The first unread item below the current one, of those that were loaded. */
function openNextUnread(): void {
  const list = view.peek()?.rows.peek() ?? [];
  const index = list.findIndex(({ id }) => id === currentId.peek());
  const next = list.slice(index + 1).find((row) => !row.read.peek());
  if (next) openItem(next.id);
}

/** Marks all of a list read, up to the item `upTo`: what arrives between looking and pressing stays unread. */
export function markAllOf(current: View | undefined, upTo: Promise<number> | undefined): Promise<void> {
  return beforeUndo((offer) => markList(current, upTo, offer));
}

async function markList(
  current: View | undefined,
  upTo: Promise<number> | undefined,
  offer: Offer,
): Promise<void> {
  if (!current || !upTo) return;
  const { stream } = current;
  await untilReady();
  const feedIds = feedIdsIn(stream);
  if (feedIds === undefined) {
    await untilRestored('starred');
    return markRows([...current.rows.peek(), ...current.left()], offer);
  }
  const query =
    stream.kind === 'feed' ? { feedId: stream.id } : stream.kind === 'group' ? { groupId: stream.id } : {};
  try {
    const { count, undo } = await markAllRead({ query, feedIds: [...feedIds], upTo: await upTo });
    // When nothing was marked, an earlier Undo stays available.
    if (count > 0) offer(t('toast.read', { count }), undo);
  } catch (error) {
    showToast(t('error.refused', { reason: wordsOf(error) }));
  }
}

/** Marks the items of a list above or below the one with `id` read. */
export function markRest(
  where: 'above' | 'below',
  current: View | undefined,
  id: number | undefined,
): Promise<void> {
  return beforeUndo(async (offer) => markRows(await rowsBeside(where, current, id), offer));
}

async function rowsBeside(
  where: 'above' | 'below',
  current: View | undefined,
  id: number | undefined,
): Promise<readonly Row[]> {
  await untilRestored('all');
  const list = current ? [...current.rows.peek(), ...current.left()] : [];
  const index = list.findIndex((row) => row.id === id);
  if (index === -1) return [];
  return where === 'above' ? list.slice(0, index) : list.slice(index + 1);
}

/** The next feed that has something unread, in the order of the sidebar; from a group the first of its feeds. Who has gone elsewhere before the feeds are there stays there. */
export async function nextFeed(by: 1 | -1): Promise<void> {
  const asked = route.peek();
  await untilReady();
  if (asked !== route.peek()) return;
  const all = feedsInOrder.peek();
  const stream = view.peek()?.stream;
  const here = new Set(stream && 'id' in stream ? feedIdsIn(stream) : []);
  const members = byHand.peek().filter(({ id }) => here.has(id));
  const at = members[0] ? all.indexOf(members[0]) : -1;
  const rest =
    by === 1
      ? [...(stream?.kind === 'group' ? members : []), ...all.slice(at + 1)]
      : all.slice(0, at === -1 ? all.length : at).reverse();
  const found = rest.find(({ id }) => (unread.peek().get(id) ?? 0) > 0) ?? rest[0];
  if (found) go(pathOf({ kind: 'feed', id: found.id }));
}

/** To the first row (0) of a list or the last that was loaded (-1), if it is still shown. */
function jump(index: number, current: View | undefined): void {
  const row = current?.rows.peek().at(index);
  if (!row || current !== view.peek()) return;
  // Told anew even if it is the current one, because the list may have been scrolled away from it.
  currentId.value = undefined;
  currentId.value = row.id;
}

/** Whether a stream is still shown: somebody who went elsewhere while an answer was on its way stays there. */
function isShown(stream: Stream): boolean {
  const now = view.peek();
  return now !== undefined && keyOf(now.stream) === keyOf(stream);
}

function markRows(found: readonly Row[], offer: Offer): void {
  const changed = setRead(found, true);
  if (changed.length === 0) return;
  offer(t('toast.read', { count: changed.length }), () => void setRead(changed, false));
}

/** The first list may be there before the feeds are. Rejects when the code that asks for them cannot be loaded. */
async function untilReady(): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const stop = isReady.subscribe((is) => is && resolve());
  loadSync().catch(reject);
  await promise.finally(stop);
}

/** Its code is loaded with the article's. */
export async function showInFull(row: Row): Promise<void> {
  const [{ toggleFullText }] = await Promise.all([import('../article/full-text.ts'), wholeClient()]);
  await toggleFullText(row);
}
