// What each action does, whether it is asked for by a key, a button, a menu or the palette.
import { setRead, setStarred } from '../data/marks.ts';
import type { Row } from '../data/row.ts';
import {
  bringOpened,
  closeItem,
  currentId,
  currentRow,
  keptUnread,
  openId,
  openItem,
  rowAt,
  view,
} from '../screens/list/selection.ts';
import type { View } from '../screens/list/view.ts';
import { t } from '../texts/translate.ts';
import { openDialog, typedAhead } from './asked-for.ts';
import type { Action } from './keys.ts';
import { isDrawerOpen, isSideHidden, isZen, panes } from './layout.ts';
import { menuFor } from './menu-state.ts';
import { keepHere } from './place.ts';
import { go, route } from './router.ts';
import { dismissToast, say, showToast, toast } from './status.ts';

/** Runs an action; false when there is nothing to do, so that the browser handles the key. */
export function run(action: Action): boolean {
  return hasPlace(action) && commands[action]() !== false;
}

/** Whether an action concerns what is shown: a screen must not act on a list that was there before. */
export function hasPlace(action: Action): boolean {
  return route.peek().kind === 'stream' || everywhere.test(action);
}

/** Those with no list or item as their object. */
const everywhere = /^(add|close|foldAll|go.+|help|hideRead|search|side|undo|nextFeed|previousFeed)$/;

const commands: Record<Action, () => unknown> = {
  next: () => step(1, true),
  previous: () => step(-1, true),
  nextOnly: () => step(1, false),
  previousOnly: () => step(-1, false),
  scroll: () => scroll(1),
  scrollBack: () => scroll(-1),
  open: () =>
    openId.peek() && openId.peek() === currentId.peek() ? closeItem() : withCurrent(({ id }) => openItem(id)),
  close,
  original: () => withCurrent((row) => void window.open(row.url, '_blank', 'noopener')),
  originalBehind: () => withCurrent((row) => beyond((code) => code.openBehind(row))),
  toggleRead: () => withCurrent(toggleRead),
  star: () => withCurrent(toggleStar),
  markAll,
  markAbove: () => markRest('above'),
  markBelow: () => markRest('below'),
  undo: () => beyond((code) => code.undo()),
  fullText: () => withCurrent((row) => beyond((code) => code.showInFull(row))),
  comments: () => withCurrent((row) => row.commentsUrl && window.open(row.commentsUrl, '_blank', 'noopener')),
  refresh: () => beyond((code, current) => code.refresh(current)),
  menu: () => withCurrent((row) => menuFor(row)),
  goUnread: () => go('/unread'),
  goStarred: () => go('/starred'),
  goEverything: () => go('/everything'),
  goFeed: () => {
    typedAhead.value = '';
    openDialog.value = 'palette';
  },
  goHistory: () => go('/history'),
  goSettings: () => go('/settings'),
  goManage: () => go('/manage'),
  about: aboutFeed,
  top: () => beyond((code, current) => code.toTop(current)),
  end: () => beyond((code, current) => code.toEnd(current)),
  nextFeed: () => beyondHere((code) => code.nextFeed(1)),
  previousFeed: () => beyondHere((code) => code.nextFeed(-1)),
  search: () => {
    const { pathname, search } = location;
    // The field may still be loading.
    typeAt(
      /^.search/.test(pathname) && document.querySelector('#list:not([inert])')
        ? pathname + search
        : '/search?q=',
    );
  },
  add: () => typeAt('/add'),
  zen: () => {
    isZen.value = !isZen.value && openId.peek() !== undefined;
  },
  side: () => {
    const side = panes.peek() === 3 ? isSideHidden : isDrawerOpen;
    side.value = !side.value;
  },
  hideRead: () => beyond((code) => code.hideRead()),
  foldAll: () => beyond((code) => code.foldAll()),
  help: () => {
    openDialog.value = 'keys';
  },
};

/** Goes to an address with a field for text, which takes the focus when it is there. */
function typeAt(path: string): void {
  go(path);
  typedAhead.value = '';
  // It may have been there before.
  requestAnimationFrame(() => document.querySelector<HTMLElement>('[type=search], #add-address')?.focus());
}

export function toggleRead(row: Row): void {
  const read = !row.read.peek();
  if (read) keptUnread.delete(row.id);
  else keptUnread.add(row.id);
  // For a page that is loaded anew.
  if (row.id === openId.peek()) keepHere({ kept: read ? undefined : row.id });
  setRead([row], read);
  say(t(read ? 'toast.read' : 'toast.kept', { count: 1 }));
}

export function toggleStar(row: Row): void {
  const starred = !row.starred.peek();
  setStarred(row, starred);
  say(t(starred ? 'toast.starred' : 'toast.unstarred'));
}

/** Marks all of the list that is shown now, up to what the person can have seen by now, however long the code takes. */
function markAll(): void {
  const upTo = view.peek()?.newestId();
  beyond((code, current) => code.markAllOf(current, upTo));
}

/** Marks the items above or below the current one read: the one that is current now, however long the code takes. */
export function markRest(where: 'above' | 'below'): void {
  const id = currentId.peek();
  beyond((code, current) => code.markRest(where, current, id));
}

/** Does something to the current item: at once, or when it is there, if it was opened by its address and is on its way. */
function withCurrent(act: (row: Row) => unknown): boolean {
  const id = currentId.peek();
  const actIfThere = (): void => {
    const row = currentRow();
    if (row && row.id === id) act(row);
  };
  if (currentRow()) actIfThere();
  else if (id) bringOpened(id).then(actIfThere, () => {});
  return id !== undefined;
}

/** Where the first rows of a list are waited for: who goes elsewhere waits no more, also after coming back. */
let awaitedAt: unknown;

/** Goes on from the current row. In a list that has none yet, the first is current when they are there, however often it was pressed. */
function step(by: number, opens: boolean): boolean {
  const current = view.peek();
  const here = route.peek();
  const row = rowAt(by);
  if (row && opens) openItem(row.id);
  else if (row) currentId.value = row.id;
  else if (current?.state.peek() === 'loading' && here !== awaitedAt) {
    awaitedAt = here;
    void current.loadMore().then(() => {
      if (here !== route.peek()) return;
      awaitedAt = undefined;
      // Going there would close it, and the rest of what is typed would be keys.
      if (!openDialog.peek()) step(by, opens);
    });
  }
  return current !== undefined;
}

/** A screenful of the article; without one, from item to item. */
function scroll(direction: 1 | -1): unknown {
  if (openId.peek() === undefined) return step(direction, true);
  return beyondHere((code) => code.scrollArticle(direction));
}

/** Their code is loaded after the list, and acts on the one that is shown now, however long that takes. */
function beyond(
  act: (code: typeof import('../screens/list/beyond.ts'), current?: View) => unknown,
  current = view.peek(),
): void {
  import('../screens/list/beyond.ts')
    .then((code) => act(code, current))
    .catch(() => showToast(t('error.part')));
}

/** The same, unless the person has gone elsewhere by then: it would lead them away from there. */
function beyondHere(act: Parameters<typeof beyond>[0]): void {
  const here = route.peek();
  beyond((code) => here === route.peek() && act(code));
}

function close(): boolean {
  // One that is open handles Escape itself: this one could not be loaded.
  if (openDialog.peek()) openDialog.value = undefined;
  else if (isDrawerOpen.peek()) isDrawerOpen.value = false;
  else if (isZen.peek()) isZen.value = false;
  else if (openId.peek() !== undefined) closeItem();
  else if (toast.peek()) dismissToast();
  else return false;
  return true;
}

/** To the page of the feed that is shown, or else of the one that the item is from. */
function aboutFeed(): boolean {
  const stream = view.peek()?.stream;
  const id = stream?.kind === 'feed' ? stream.id : currentRow()?.feedId;
  if (id !== undefined) go(`/feeds/${id}/about`);
  return id !== undefined;
}
