// Swiping rows with a finger: to the right for read or unread, to the left for a star. And the long press, which opens the menu.
import { h, render } from 'preact';
import { rows } from '../../data/copy.ts';
import type { Row } from '../../data/row.ts';
import { toggleRead, toggleStar } from '../../frame/commands.ts';
import { Icon } from '../../frame/icons.tsx';
import { menuFor } from '../../frame/menu-state.ts';
import { t } from '../../texts/translate.ts';

/** From how far on a swipe counts, in pixels: the width of what is shown behind the row. */
const commitPx = 96;
/** A flick of this speed counts earlier, in pixels per millisecond. */
const flick = 0.5;
/** Beyond the threshold the row follows more slowly, as if on a rubber band. */
const rubber = 0.35;
/** The edge belongs to the system's gesture for going back. */
const edgePx = 24;
/** A steeper movement is scrolling. */
const maxSlope = Math.tan(Math.PI / 6);
/** The same time as on Android and iOS. */
const longPressMs = 500;
const slackPx = 8;

const words = {
  read: ['check', 'article.markRead'],
  unread: ['dot', 'article.markUnread'],
  star: ['star', 'article.star'],
  unstar: ['star', 'article.unstar'],
} as const;
/** One is enough: only one row is swiped at a time. */
const said = Object.assign(document.createElement('span'), { className: 'swiped', ariaHidden: 'true' });

interface Swipe {
  row: Row;
  element: HTMLElement;
  id: number;
  x: number;
  y: number;
  at: number;
  isSwiping: boolean;
}

/** Listens on the pane of a list. Returns a function that ends it. */
export function startSwiping(pane: HTMLElement): () => void {
  let swipe: Swipe | undefined;
  let press: ReturnType<typeof setTimeout> | undefined;
  const controller = new AbortController();
  const on = <Name extends keyof HTMLElementEventMap>(
    name: Name,
    listener: (event: HTMLElementEventMap[Name]) => void,
  ): void => pane.addEventListener(name, listener, { signal: controller.signal });
  if (matchMedia('(pointer: coarse)').matches) leaveLongPress(pane);

  const end = (): void => {
    clearTimeout(press);
    if (swipe) settle(swipe.element);
    swipe = undefined;
  };

  on('pointerdown', (event) => {
    // A second finger ends what the first has begun.
    end();
    if (event.pointerType === 'touch' && event.isPrimary) swipe = beginning(event);
    if (!swipe) return;
    const { row, x, y } = swipe;
    press = setTimeout(() => {
      end();
      navigator.vibrate?.(10);
      ignoreClick();
      menuFor(row, { x, y });
    }, longPressMs);
  });
  on('pointermove', (event) => {
    if (swipe?.id !== event.pointerId) return;
    const dx = event.clientX - swipe.x;
    const dy = event.clientY - swipe.y;
    if (Math.hypot(dx, dy) > slackPx) clearTimeout(press);
    if (!swipe.isSwiping && Math.abs(dx) > slackPx) swipe.isSwiping = Math.abs(dy) < Math.abs(dx) * maxSlope;
    if (swipe.isSwiping) follow(swipe, dx, pane);
  });
  on('pointerup', (event) => {
    if (swipe?.isSwiping && swipe.id === event.pointerId) {
      const dx = event.clientX - swipe.x;
      const speed = Math.abs(dx) / Math.max(1, event.timeStamp - swipe.at);
      if (Math.abs(dx) >= commitPx || (speed > flick && Math.abs(dx) > commitPx / 3)) commit(swipe.row, dx);
      ignoreClick();
    }
    end();
  });
  on('pointercancel', end);
  on('contextmenu', (event) => {
    const row = rowUnder(event);
    if (!row) return;
    event.preventDefault();
    end();
    menuFor(row, { x: event.clientX, y: event.clientY });
  });
  return () => {
    end();
    controller.abort();
  };
}

/** iOS has no `contextmenu` event: it would show its preview of the link, drag it away, or select its text. */
function leaveLongPress({ style }: HTMLElement): void {
  for (const own of ['-webkit-touch-callout', '-webkit-user-drag', '-webkit-user-select'])
    style.setProperty(own, 'none');
}

function beginning(event: PointerEvent): Swipe | undefined {
  const row = rowUnder(event);
  const element = (event.target as Element).closest<HTMLElement>('.row');
  if (!row || !element || event.clientX < edgePx || event.clientX > innerWidth - edgePx) return undefined;
  return {
    row,
    element,
    id: event.pointerId,
    x: event.clientX,
    y: event.clientY,
    at: event.timeStamp,
    isSwiping: false,
  };
}

function rowUnder(event: Event): Row | undefined {
  const id = /^row-(\d+)$/.exec((event.target as Element).closest('li')?.id ?? '')?.[1];
  return id === undefined ? undefined : rows.get(Number(id));
}

function follow({ element, row, id }: Swipe, dx: number, pane: HTMLElement): void {
  if (!pane.hasPointerCapture(id)) pane.setPointerCapture(id);
  const beyond = Math.max(0, Math.abs(dx) - commitPx);
  const shown = Math.sign(dx) * (Math.min(Math.abs(dx), commitPx) + beyond * rubber);
  const item = element.parentElement;
  if (!item) return;
  const isCommitted = Math.abs(dx) >= commitPx;
  if (isCommitted && item.dataset.committed !== 'true') navigator.vibrate?.(10);
  const what = dx > 0 ? (row.read.peek() ? 'unread' : 'read') : row.starred.peek() ? 'unstar' : 'star';
  if (item.dataset.swipe !== what) say(what, item);
  item.dataset.swipe = what;
  item.dataset.committed = String(isCommitted);
  element.style.transform = `translateX(${shown}px)`;
}

/** Says behind the row what the swipe will do: a colour alone does not. */
function say(what: keyof typeof words, item: HTMLElement): void {
  said.remove();
  said.style.cssText = `width: ${commitPx}px; ${/star$/.test(what) ? 'right' : 'left'}: 0`;
  render(h(Words, { key: what, what }), said);
  item.prepend(said);
}

/** A component, because some of its texts are loaded later than the list. */
function Words({ what }: { what: keyof typeof words }) {
  const [icon, text] = words[what];
  return [h(Icon, { name: icon }), t(text)];
}

function settle(element: HTMLElement): void {
  element.style.transform = '';
  const item = element.parentElement;
  if (!item) return;
  said.remove();
  delete item.dataset.swipe;
  delete item.dataset.committed;
}

function commit(row: Row, dx: number): void {
  if (dx > 0) toggleRead(row);
  else toggleStar(row);
}

/**
 * Keeps the finger that ends a swipe or a long press from opening the item as well, or from choosing an entry of the menu that has opened
 * under it. The next touch counts again.
 */
function ignoreClick(): void {
  const options = { capture: true, once: true };
  addEventListener('click', stop, options);
  addEventListener('pointerdown', () => removeEventListener('click', stop, options), options);
}

function stop(event: MouseEvent): void {
  // By a key, or by a screen reader.
  if (event.detail === 0) return;
  event.stopPropagation();
  event.preventDefault();
}
