// The menu of an item: by right click, by a long press, or by the key.
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { feeds } from '../data/copy.ts';
import { TagsDialog } from '../screens/article/tags-dialog.tsx';
import { currentId } from '../screens/list/selection.ts';
import { t } from '../texts/translate.ts';
import { copy } from './clipboard.ts';
import { markRest, toggleRead, toggleStar } from './commands.ts';
import type { IconName } from './icons.tsx';
import { isRightToLeft } from './layout.ts';
import { entriesOf, stepInMenu } from './menu-keys.ts';
import { type OpenMenu, openMenu } from './menu-state.ts';
import { MenuEntry, placeMenu } from './popover-menu.tsx';
import { go } from './router.ts';
import { pathOf } from './routes.ts';

export function ItemMenu() {
  const open = openMenu.value;
  if (!open) return null;
  return open.isTagging ? (
    <TagsDialog row={open.row} close={closeMenu} />
  ) : (
    <Menu key={open.row.id} opening={open} />
  );
}

function closeMenu(): void {
  openMenu.value = undefined;
}

interface Entry {
  icon: IconName;
  text: string;
  act: () => void;
}

function Menu({ opening }: { opening: OpenMenu }) {
  const ref = useRef<HTMLDivElement>(null);
  const shown = useRef<OpenMenu>(undefined);
  useEffect(() => {
    shown.current = opening;
    return ref.current ? show(ref.current, opening) : undefined;
  }, [opening]);
  const entries = entriesFor(opening);
  // The one that leads to its feed comes with the feeds, which may be after the first list.
  useLayoutEffect(() => {
    if (ref.current?.matches(':popover-open')) place(ref.current, opening);
  }, [entries.length]);
  const toggled = (event: { newState: string }): void => {
    // Browsers tell of it later: by then it may have been opened again, here or for another item.
    if (event.newState === 'closed' && openMenu.peek() === shown.current) openMenu.value = undefined;
  };
  return (
    <div
      ref={ref}
      popover="auto"
      class="menu"
      role="menu"
      tabIndex={-1}
      aria-label={t('menu.label')}
      onKeyDown={stepInMenu}
      onToggle={toggled}
    >
      {entries.map(({ icon, text, act }) => (
        <MenuEntry
          key={text}
          icon={icon}
          text={text}
          act={() => {
            ref.current?.hidePopover();
            act();
          }}
        />
      ))}
    </div>
  );
}

/** Returns a function that ends it, and gives the focus back. */
function show(menu: HTMLElement, opening: OpenMenu): () => void {
  const before = document.activeElement as HTMLElement | null;
  const open = (): void => {
    if (!menu.matches(':popover-open')) {
      menu.showPopover();
      place(menu, opening);
    }
    entriesOf(menu)[0]?.focus();
  };
  open();
  // The press that has opened the menu ends outside of it, and that closes a popover. Only a later press is meant to close it.
  addEventListener('pointerup', open);
  const pressed = ({ pointerType, target }: PointerEvent): void => {
    removeEventListener('pointerup', open);
    // Browsers close it by a tap beside it, but Safari on iOS only from 18.3.
    if (pointerType === 'touch' && !menu.contains(target as Node)) menu.hidePopover();
  };
  addEventListener('pointerdown', pressed, true);
  return () => {
    removeEventListener('pointerup', open);
    removeEventListener('pointerdown', pressed, true);
    // A press beside the menu, such as into a field, may have moved it already.
    const { activeElement: now } = document;
    if (now === document.body || menu.contains(now)) before?.focus();
  };
}

function entriesFor(opening: OpenMenu): Entry[] {
  const { row } = opening;
  const from = (where: 'above' | 'below') => (): void => {
    currentId.value = row.id;
    markRest(where);
  };
  const feedTitle = feeds.value.get(row.feedId)?.title;
  const outside = (url: string) => (): void => void window.open(url, '_blank', 'noopener');
  const entries: (Entry | false)[] = [
    {
      icon: row.read.value ? 'dot' : 'check',
      text: row.read.value ? t('article.markUnread') : t('article.markRead'),
      act: () => toggleRead(row),
    },
    {
      icon: 'star',
      text: row.starred.value ? t('article.unstar') : t('article.star'),
      act: () => toggleStar(row),
    },
    {
      icon: 'edit',
      text: t('article.editTags'),
      act: () => {
        openMenu.value = { ...opening, isTagging: true };
      },
    },
    { icon: 'up', text: t('article.markAbove'), act: from('above') },
    { icon: 'down', text: t('article.markBelow'), act: from('below') },
    { icon: 'original', text: t('keys.original'), act: outside(row.url) },
    row.commentsUrl !== undefined && {
      icon: 'comments',
      text: t('keys.comments'),
      act: outside(row.commentsUrl),
    },
    'clipboard' in navigator && {
      icon: 'text',
      text: t('article.copyLink'),
      act: () => void copy(row.url, 'article.copied'),
    },
    'share' in navigator && {
      icon: 'upload',
      text: t('article.share'),
      act: () => void navigator.share({ title: row.title, url: row.url }).catch(() => {}),
    },
    feedTitle !== undefined && {
      icon: 'list',
      text: t('article.fromFeed', { title: feedTitle }),
      act: () => go(pathOf({ kind: 'feed', id: row.feedId })),
    },
  ];
  return entries.filter((entry) => entry !== false);
}

function beginningOf(id: number): { x: number; y: number } {
  const box: Partial<DOMRect> = document.getElementById(`row-${id}`)?.getBoundingClientRect() ?? {};
  const { left = 0, right = innerWidth, top = 80 } = box;
  return { x: isRightToLeft() ? right - 28 : left + 28, y: top + 28 };
}

/** Beside the pointer. */
function place(menu: HTMLElement, { row, at: { x, y } = beginningOf(row.id) }: OpenMenu): void {
  // As wide as it would be anywhere.
  menu.style.left = '';
  placeMenu(menu, isRightToLeft() ? x - menu.offsetWidth : x, y);
}
