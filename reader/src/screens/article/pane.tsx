// The article pane: one item, with its toolbar.
import { useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { rows, totalUnread } from '../../data/copy.ts';
import type { Row } from '../../data/row.ts';
import { run, toggleRead, toggleStar } from '../../frame/commands.ts';
import { takeFocus } from '../../frame/focus.ts';
import { Icon, type IconName } from '../../frame/icons.tsx';
import { type Action, ariaKeys, shownKey, withKey } from '../../frame/keys.ts';
import { isZen, panes } from '../../frame/layout.ts';
import { menuFor } from '../../frame/menu-state.ts';
import { goBack } from '../../frame/router.ts';
import { pathOf } from '../../frame/routes.ts';
import { t } from '../../texts/translate.ts';
import { arrivedLate, currentId, openId, view } from '../list/selection.ts';
import { Article } from './article.tsx';
import { fetching, inFull } from './full-text.ts';

export function ArticlePane() {
  arrivedLate.value;
  const id = openId.value;
  if (id === undefined) return <NothingOpen />;
  const row = rows.get(id);
  return (
    <section class="article-pane" aria-label={t('article.label')}>
      {panes.value === 1 ? <NarrowBar /> : <Bar row={row} />}
      <Reading key={id} row={row} id={id} />
      {panes.value === 1 && row && (
        <div class="acts" role="toolbar" aria-label={t('article.tools')}>
          <Tools row={row} />
        </div>
      )}
    </section>
  );
}

function Reading({ row, id }: { row: Row | undefined; id: number }) {
  const progress = useSignal(0);
  const scroller = useRef<HTMLDivElement>(null);
  useFocus(scroller);
  const scrolled = (): void => {
    const pane = scroller.current;
    if (!pane) return;
    const way = pane.scrollHeight - pane.clientHeight;
    progress.value = way > 0 ? Math.min(1, pane.scrollTop / way) : 1;
  };
  return (
    <>
      {panes.value === 1 && (
        <div class="prog" aria-hidden="true">
          <i style={{ transform: `scaleX(${progress})` }} />
        </div>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keys */}
      <div class="article-scroll" ref={scroller} onScroll={scrolled} tabIndex={0}>
        <Article row={row} id={id} />
      </div>
    </>
  );
}

/** Whether the focus was in the article that is gone. */
let wasInside = false;

function useFocus(scroller: RefObject<HTMLElement | null>): void {
  /** As it may become when somebody zooms in: then the list, which had the focus, cannot have it any more. */
  const isAlone = panes.value === 1 || isZen.value;
  useEffect(() => {
    // Beside a list, the focus stays in the list, or in the article if it was there. A browser takes it from what is hidden, but later.
    if (isAlone) document.querySelector<HTMLElement>(':is(.list-pane, .side) :focus')?.blur();
    if (isAlone || wasInside) takeFocus(scroller.current);
    wasInside = false;
  }, [isAlone]);
  useLayoutEffect(() => {
    const article = scroller.current;
    // At once: the second Enter may come before the next frame.
    addEventListener('click', pressed, true);
    return () => {
      removeEventListener('click', pressed, true);
      wasInside = article?.contains(document.activeElement) ?? false;
    };
  }, []);
  /**
   * Enter on the row of the open article leads into it: with the tab key, all of the list would come before. In Firefox it counts as one
   * click, and in Safari no click had a pointer for long.
   */
  const pressed = ({ target, detail, pointerType }: PointerEvent): void => {
    if ((!detail || pointerType === '') && (target as Element).closest?.('.row a[aria-current]'))
      scroller.current?.focus();
  };
}

function Bar({ row }: { row: Row | undefined }) {
  return (
    <div class="bar" role="toolbar" aria-label={t('article.tools')}>
      <Tool icon="up" text={t('keys.previous')} action="previous" />
      <Tool icon="down" text={t('keys.next')} action="next" />
      <span class="sp" />
      {row && <Tools row={row} />}
    </div>
  );
}

function NarrowBar() {
  const stream = view.value?.stream;
  return (
    <div class="bar">
      <button
        type="button"
        class="ib"
        aria-label={t('article.back')}
        onClick={() => goBack(stream ? pathOf(stream) : '/unread')}
      >
        <Icon name="back" />
      </button>
      <span class="sp" />
      <Tool icon="up" text={t('keys.previous')} action="previous" />
      <Tool icon="down" text={t('keys.next')} action="next" />
    </div>
  );
}

function Tools({ row }: { row: Row }) {
  const isInFull = inFull.value.has(row.id);
  const openMenu = (event: MouseEvent): void => {
    const { left, bottom } = (event.currentTarget as Element).getBoundingClientRect();
    menuFor(row, { x: left, y: bottom + 4 });
  };
  return (
    <>
      <Tool
        icon="dot"
        text={row.read.value ? t('article.markUnread') : t('article.markRead')}
        action="toggleRead"
        isOn={!row.read.value}
        act={() => toggleRead(row)}
      />
      <Tool
        icon="star"
        text={row.starred.value ? t('article.unstar') : t('article.star')}
        action="star"
        isOn={row.starred.value}
        act={() => toggleStar(row)}
      />
      <Tool
        icon="text"
        text={isInFull ? t('article.feedText') : t('keys.fullText')}
        action="fullText"
        isOn={isInFull}
        isBusy={fetching.value.has(row.id)}
      />
      <a
        class="ib"
        href={row.url}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={t('keys.original')}
        title={withKey(t('keys.original'), 'original')}
        aria-keyshortcuts={ariaKeys('original')}
      >
        <Icon name="original" />
      </a>
      <button
        type="button"
        class="ib"
        aria-label={t('article.more')}
        title={withKey(t('article.more'), 'menu')}
        aria-haspopup="menu"
        onClick={openMenu}
      >
        <Icon name="more" />
      </button>
    </>
  );
}

interface ToolProps {
  icon: IconName;
  text: string;
  action: Action;
  isOn?: boolean;
  isBusy?: boolean;
  act?: () => void;
}

function Tool({ icon, text, action, isOn = false, isBusy = false, act = () => void run(action) }: ToolProps) {
  return (
    <button
      type="button"
      class={`ib ${isOn ? `on ${icon}` : ''}`}
      aria-label={text}
      title={withKey(text, action)}
      aria-keyshortcuts={ariaKeys(action)}
      aria-busy={isBusy}
      onClick={act}
    >
      <Icon name={icon} />
    </button>
  );
}

function NothingOpen() {
  useEffect(() => takeFocus(document.querySelector<HTMLElement>(`#row-${currentId.peek()} a`)), []);
  // Somebody who has read everything gets no hint.
  if (totalUnread.value === 0) return <section class="article-pane" aria-label={t('article.label')} />;
  const [next, help] = [shownKey('next'), shownKey('help')];
  return (
    <section class="article-pane" aria-label={t('article.label')}>
      <div class="mid nothing">
        <h2>{t('empty.selection')}</h2>
        <p>{t('empty.selectionHint', { count: totalUnread.value })}</p>
        {next && help && <p>{t('empty.selectionKeys', { next, help })}</p>}
      </div>
    </section>
  );
}
