// The page as a whole: the panes, and what floats above them.
import { useRef } from 'preact/hooks';
import { isReady } from '../data/copy.ts';
import { openPictures } from '../screens/article/lightbox-state.ts';
import { playing } from '../screens/article/playing.ts';
import { ListPane } from '../screens/list/pane.tsx';
import { openId } from '../screens/list/selection.ts';
import { Skeleton } from '../screens/list/states.tsx';
import { t } from '../texts/translate.ts';
import { openDialog } from './asked-for.ts';
import { isDrawerOpen, isSideHidden, isZen, panes } from './layout.ts';
import { lazily } from './lazily.tsx';
import { openMenu } from './menu-state.ts';
import { route } from './router.ts';
import { Sidebar } from './sidebar.tsx';
import { Tabs } from './tabs.tsx';
import { StatusRegion, ToastBar } from './toast.tsx';

/** Loaded as soon as the list is there, so that the first article opens at once. */
const ArticlePane = lazily(async () => (await import('../screens/article/pane.tsx')).ArticlePane, {
  Meanwhile: () => (openId.value === undefined ? null : <Skeleton />),
});
const ScreenPane = lazily(async () => (await import('./screen-pane.tsx')).ScreenPane, {
  Meanwhile: Skeleton,
});
const Splitters = lazily(async () => (await import('./splitters.tsx')).Splitters, { adorns: true });
const ItemMenu = lazily(async () => (await import('./menu.tsx')).ItemMenu);
const Dialogs = lazily(async () => (await import('./dialogs.tsx')).Dialogs);
const Player = lazily(async () => (await import('../screens/article/player.tsx')).Player);

export function App() {
  const { kind } = route.value;
  const isStream = kind === 'stream';
  const showsFeeds = route.value.kind === 'screen' && route.value.path === '/feeds';
  const hasItem = openId.value !== undefined;
  const hasList = useHasList({ isStream, hasItem });
  const isInDrawer = panes.value === 2 && isDrawerOpen.value;
  const classes = [
    'app',
    isStream ? 'is-stream' : 'is-screen',
    hasItem && 'has-item',
    hasItem && isZen.value && 'is-zen',
    isSideHidden.value && 'without-side',
    isReady.value && 'is-ready',
  ];
  return (
    <div class={classes.filter(Boolean).join(' ')}>
      <button type="button" class="skip" onClick={focusList}>
        {t('app.skip')}
      </button>
      {panes.value === 3 && !isSideHidden.value && <Sidebar />}
      {isInDrawer && <Drawer />}
      <main class="content" inert={isInDrawer}>
        {panes.value === 1 && showsFeeds ? (
          <Sidebar isPage />
        ) : isStream ? (
          <>
            {hasList && <ListPane />}
            {(panes.value > 1 || hasItem) && <ArticlePane />}
          </>
        ) : (
          <ScreenPane />
        )}
        {panes.value === 3 && <Splitters />}
      </main>
      {panes.value === 1 && !hasItem && <Tabs />}
      <Floating />
      <StatusRegion />
    </div>
  );
}

/** Under an article that fills the screen the list stays; when the page was opened on an article, the list is not drawn. */
function useHasList({ isStream, hasItem }: { isStream: boolean; hasItem: boolean }): boolean {
  const had = useRef(false);
  had.current = isStream && (had.current || panes.value > 1 || !hasItem);
  return had.current;
}

function Floating() {
  return (
    <>
      {playing.value && <Player />}
      <ToastBar />
      {openMenu.value && <ItemMenu />}
      {(openDialog.value || openPictures.value) && <Dialogs />}
    </>
  );
}

function Drawer() {
  const close = (): void => {
    isDrawerOpen.value = false;
  };
  return (
    <>
      <button type="button" class="scrim" aria-label={t('side.close')} onClick={close} />
      <Sidebar />
    </>
  );
}

function focusList(): void {
  document.querySelector<HTMLElement>('.screen,main>:not([inert]) a,main>:not([inert],:has(a))')?.focus();
}
