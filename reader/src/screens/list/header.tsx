// The head of a list: its title and count, the actions on all of it, and its order.
import { useEffect, useRef } from 'preact/hooks';
import { feedIdsOf, feeds, totalUnread, unread, unreadOf } from '../../data/copy.ts';
import { isFailing } from '../../data/feed-health.ts';
import { idle } from '../../data/idle.ts';
import type { Order, Stream } from '../../data/stream.ts';
import { run } from '../../frame/commands.ts';
import { takeFocus } from '../../frame/focus.ts';
import { Icon } from '../../frame/icons.tsx';
import { ariaKeys, withKey } from '../../frame/keys.ts';
import { isDrawerOpen, panes } from '../../frame/layout.ts';
import { lazily } from '../../frame/lazily.tsx';
import { MenuEntry, PopoverMenu } from '../../frame/popover-menu.tsx';
import { type Key, loadMoreTexts, shown, t } from '../../texts/translate.ts';
import { markAllLabel, markable } from './mark-all.ts';
import { isMissing, titleOf } from './title.ts';
import { choose, type View } from './view.ts';

const Pulse = lazily(async () => (await import('../feed/pulse.tsx')).Pulse, { adorns: true });

export function ListHeader({ view }: { view: View }) {
  const { stream } = view;
  return (
    <header class="lh">
      <div class="r1">
        {panes.value === 2 && <DrawerButton />}
        <h1 id="list-title" dir="auto">
          {titleOf(stream)}
        </h1>
        <Counted stream={stream} />
        <span class="tools">
          <MarkAll view={view} />
          <MoreMenu view={view} />
        </span>
      </div>
      {stream.kind !== 'starred' && <OrderChoice view={view} />}
    </header>
  );
}

export function DrawerButton() {
  const button = useRef<HTMLButtonElement>(null);
  const isOpen = isDrawerOpen.value;
  // The focus comes back out of the drawer.
  useEffect(() => (isOpen ? () => takeFocus(button.current) : undefined), [isOpen]);
  const open = (): void => {
    isDrawerOpen.value = true;
  };
  return (
    <button
      ref={button}
      type="button"
      class="ib burger"
      aria-label={t('stream.feeds')}
      title={withKey(t('stream.feeds'), 'side')}
      onClick={open}
    >
      <Icon name="menu" />
    </button>
  );
}

function Counted({ stream }: { stream: Stream }) {
  const count = countOf(stream);
  const feed = stream.kind === 'feed' ? feeds.value.get(stream.id) : undefined;
  if (feed && isFailing(feed)) {
    return (
      <a class="c" href={`/feeds/${feed.id}/about`}>
        {t('feed.failing')}
      </a>
    );
  }
  if (count === 0) return null;
  const inFeeds = [...unread.value.values()].filter((number) => number > 0).length;
  return (
    <span class="c">
      <span class="num" aria-hidden="true">
        {shown(count)}
      </span>
      <span class="vh">{t('side.unread', { count })}</span>
      {stream.kind === 'unread' && inFeeds > 1 && (
        <span class="wide"> {t('list.inFeeds', { count: inFeeds })}</span>
      )}
    </span>
  );
}

function countOf(stream: Stream): number {
  switch (stream.kind) {
    case 'unread':
    case 'everything':
      return totalUnread.value;
    case 'feed':
      return unreadOf([stream.id]);
    case 'group':
      return unreadOf(feedIdsOf(stream.id));
    default:
      return 0;
  }
}

function MarkAll({ view }: { view: View }) {
  const label = markAllLabel(view);
  return (
    <button
      type="button"
      class="ib"
      aria-label={label}
      title={withKey(label, 'markAll')}
      aria-keyshortcuts={ariaKeys('markAll')}
      aria-disabled={markable(view) === 0}
      onClick={() => run('markAll')}
    >
      <Icon name="checkAll" />
    </button>
  );
}

function MoreMenu({ view }: { view: View }) {
  const { stream, filter } = view;
  const canFilter = stream.kind === 'feed' || stream.kind === 'group' || stream.kind === 'everything';
  // Some of its texts are not among those that are loaded for the first screen.
  useEffect(() => {
    idle()
      .then(loadMoreTexts)
      .catch(() => {});
  }, []);
  const flip = (): void => choose(stream, { filter: filter === 'unread' ? 'all' : 'unread' });
  return (
    <PopoverMenu label={t('list.more')}>
      {canFilter && (
        <button type="button" role="menuitemcheckbox" aria-checked={filter === 'unread'} onClick={flip}>
          <Icon name={filter === 'unread' ? 'check' : 'dot'} />
          {t('list.showUnread')}
        </button>
      )}
      {stream.kind === 'feed' && <MenuEntry icon="list" text={t('list.about')} act={() => run('about')} />}
      <MenuEntry icon="refresh" text={t('list.refresh')} act={() => run('refresh')} />
      <MenuEntry icon="history" text={t('history.title')} act={() => run('goHistory')} />
      <MenuEntry icon="text" text={t('keys.title')} act={() => run('help')} />
    </PopoverMenu>
  );
}

/** As they are offered. */
export const orderTexts = {
  newest: 'list.newest',
  oldest: 'list.oldest',
  'by-feed': 'list.byFeed',
} as const satisfies Record<Order, Key>;
const orders = Object.keys(orderTexts) as Order[];

function OrderChoice({ view }: { view: View }) {
  const offered = view.stream.kind === 'feed' ? orders.slice(0, 2) : orders;
  return (
    <div class="r2">
      {/* biome-ignore lint/a11y/useSemanticElements: three buttons in a row are no form */}
      <div class="seg" role="group" aria-label={t('list.order')}>
        {offered.map((order) => (
          <button
            key={order}
            type="button"
            aria-pressed={view.order === order}
            onClick={() => choose(view.stream, { order })}
          >
            {t(orderTexts[order])}
          </button>
        ))}
      </div>
      {panes.value > 2 && view.state.value !== 'loading' && !isMissing(view.stream) && (
        <Pulse stream={view.stream} />
      )}
    </div>
  );
}
