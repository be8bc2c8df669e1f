// The rows of a list, under the days of their publication. Portions far from the screen are taken out of the document.
import { type Signal, useComputed, useSignal } from '@preact/signals';
import { Fragment, type RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { feeds } from '../../data/copy.ts';
import { languageOf } from '../../data/language-of.ts';
import { betweenRowsMs, portionRows, rowsAtOnce } from '../../data/limits.ts';
import type { Row } from '../../data/row.ts';
import { Icon } from '../../frame/icons.tsx';
import { isInPage } from '../../frame/layout.ts';
import { pathOf } from '../../frame/routes.ts';
import { hueOf } from '../../frame/spine.tsx';
import { areDatesReady, dayKey, dayName, dayOrTime, longDay, today } from '../../texts/dates.ts';
import { t } from '../../texts/translate.ts';
import { isPlayable } from '../article/playing.ts';
import { currentId, openId } from './selection.ts';
import { standingDate, standingRows } from './standing.ts';
import type { View } from './view.ts';

interface Headed {
  row: Row;
  /** The heading above it, if one begins here: a day, or a feed. */
  day: number | undefined;
  feedId: number | undefined;
}

interface PortionProps {
  portion: Headed[];
  view: View;
  scroller: RefObject<HTMLDivElement | null>;
}

interface RowsProps {
  view: View;
  scroller: RefObject<HTMLDivElement | null>;
  /** Set to whether some rows are still to be drawn: until then the end of the list is not shown. */
  isPartial: Signal<boolean>;
}

export function Rows({ view, scroller, isPartial }: RowsProps) {
  const all = view.rows.value;
  const { count: drawn, above } = useGradually(view);
  useLayoutEffect(() => {
    isPartial.value = drawn < all.length;
  }, [isPartial, drawn, all]);
  const { state } = view;
  // Loads more while there is hardly anything to scroll, because scrolling cannot trigger it.
  useEffect(() => {
    const pane = scroller.current;
    if (!pane || !isInPage.value || drawn < all.length || state.value !== 'more') return;
    if (pane.scrollHeight < pane.clientHeight * 1.5) void view.loadMore();
  }, [view, all, drawn, state.value, isInPage.value, scroller]);
  // In another time zone, other rows begin a day.
  void today.value;
  const portions = portionsOf(all.slice(0, drawn), view.order === 'by-feed', above);
  return (
    <ol class="items" aria-label={t('list.items')}>
      {portions.map((portion) => (
        <Portion key={portion[0]?.row.id} portion={portion} view={view} scroller={scroller} />
      ))}
    </ol>
  );
}

/**
 * How many of the rows are drawn: a few more with each frame, so that no key press waits for a whole page to be drawn. And how many have come
 * above those that were first.
 */
function useGradually(view: View): { count: number; above: number } {
  const known = useRef({ view, count: 0, above: 0, first: undefined as number | undefined });
  const [, drawAgain] = useState(0);
  const rows = view.rows.value;
  const now = known.current;
  const first = rows[0]?.id;
  // The way back to the middle of a list needs all rows above it.
  if (now.view !== view || now.count === 0) {
    const count = view.scrollTop > 0 ? rows.length : standingRows() || rowsAtOnce;
    Object.assign(now, { view, count, above: 0, first });
  }
  if (first !== now.first) {
    // Rows that were inserted above the others are drawn with them.
    const inserted = Math.max(
      0,
      rows.findIndex(({ id }) => id === now.first),
    );
    now.count += inserted;
    now.above += inserted;
    now.first = first;
  }
  if (rows.slice(now.count).some(({ id }) => id === currentId.peek() || id === view.anchorId))
    now.count = rows.length;
  const isPartial = now.count < rows.length;
  useEffect(() => {
    if (!isPartial) return undefined;
    const timer = setTimeout(() => {
      now.count += rowsAtOnce;
      drawAgain(now.count);
    }, betweenRowsMs);
    return () => clearTimeout(timer);
  });
  return now;
}

/** Drawn while it is within two screens of the visible part; otherwise one empty element of its height. */
function Portion({ portion, view, scroller }: PortionProps) {
  const hiddenHeight = useSignal(0);
  const start = useRef<HTMLLIElement>(null);
  // Listens anew before anything can scroll: what listened before would measure a portion that has grown since as it was.
  useLayoutEffect(() => {
    const pane = scroller.current;
    if (!pane) return undefined;
    const judge = (): void => {
      const { top, height } = start.current ? boxOf(start.current) : boxAround(portion);
      const margin = pane.clientHeight * 2;
      const isNear =
        top + height > pane.scrollTop - margin && top < pane.scrollTop + pane.clientHeight + margin;
      const holdsFocus = !hiddenHeight.peek() && holds(portion);
      if (isNear || holdsFocus) hiddenHeight.value = 0;
      else if (!hiddenHeight.peek()) hiddenHeight.value = height;
    };
    let asked = 0;
    const scrolled = (): void => {
      cancelAnimationFrame(asked);
      asked = requestAnimationFrame(judge);
    };
    pane.addEventListener('scroll', scrolled, { passive: true });
    scrolled();
    return () => {
      cancelAnimationFrame(asked);
      pane.removeEventListener('scroll', scrolled);
    };
  }, [portion.length, scroller]);
  // The current row is there to be shown, wherever the list has been scrolled to.
  if (hiddenHeight.value > 0 && !portion.some(({ row }) => row.id === currentId.value)) {
    return <li ref={start} aria-hidden="true" style={{ height: `${hiddenHeight.value}px` }} />;
  }
  return portion.map(({ row, day, feedId }) => (
    <Fragment key={row.id}>
      {day !== undefined && <DayHead day={day} firstId={row.id} />}
      {feedId !== undefined && <FeedHead feedId={feedId} />}
      <ItemRow row={row} view={view} />
    </Fragment>
  ));
}

function boxOf(element: HTMLElement | null | undefined): { top: number; height: number } {
  return { top: element?.offsetTop ?? 0, height: element?.offsetHeight ?? 0 };
}

function boxAround(portion: Headed[]): { top: number; height: number } {
  const row = (at: number) => document.getElementById(`row-${portion.at(at)?.row.id}`);
  const first = row(0);
  const { top } = boxOf(
    portion[0] && isHeaded(portion[0]) ? (first?.previousElementSibling as HTMLElement) : first,
  );
  const last = boxOf(row(-1));
  return { top, height: last.top + last.height - top };
}

function isHeaded({ day, feedId }: Headed): boolean {
  return day !== undefined || feedId !== undefined;
}

/** A portion with the focused row stays in the document. */
function holds(portion: Headed[]): boolean {
  const focused = document.activeElement?.closest('.row')?.parentElement?.id;
  return portion.some(({ row }) => `row-${row.id}` === focused);
}

function DayHead({ day, firstId }: { day: number; firstId: number }) {
  const name = dayName(day, today.value);
  return (
    <li class="day">
      <h2>
        {name && <b>{name}</b>}
        {areDatesReady.value ? ` ${longDay(day)}` : standingDate(firstId, 'day')}
      </h2>
    </li>
  );
}

function FeedHead({ feedId }: { feedId: number }) {
  return (
    <li class="day">
      <h2>
        <b dir="auto">{feeds.value.get(feedId)?.title}</b>
      </h2>
    </li>
  );
}

/** One component with few nodes, because nothing else is drawn as often. `early-list.ts` draws the same first, and this takes it over. */
function ItemRow({ row, view }: { row: Row; view: View }) {
  const classes = useComputed(() =>
    ['row', row.read.value && 'read', currentId.value === row.id && 'sel', row.starred.value && 'starred']
      .filter(Boolean)
      .join(' '),
  );
  const current = useComputed(() => (openId.value === row.id ? 'true' : undefined));
  return (
    <li id={`row-${row.id}`}>
      <article class={classes}>
        <span class="spine" style={{ '--h': hueOf(row.feedId) }} aria-hidden="true" />
        <h3 dir="auto">
          <a href={pathOf(view.stream, row.id)} lang={languageOf(row)} aria-current={current}>
            {row.title}
          </a>
          {row.read.value ? null : <span class="vh"> ({t('stream.unread')})</span>}
        </h3>
        {row.excerpt !== '' && (
          <p class="ex" lang={languageOf(row)} dir="auto">
            {row.excerpt}
          </p>
        )}
        <p class="meta">
          <span class="f" dir="auto">
            {feeds.value.get(row.feedId)?.title}
          </span>
          <time dateTime={new Date(row.at).toISOString()}>
            {areDatesReady.value ? dayOrTime(row.at, view.order !== 'by-feed') : standingDate(row.id, 'when')}
          </time>
          {playableOf(row)}
        </p>
        {row.starred.value && (
          <span class="st" role="img" aria-label={t('list.starred')}>
            <Icon name="star" class="starf" />
          </span>
        )}
      </article>
    </li>
  );
}

function playableOf({ enclosures }: Row) {
  const file = enclosures.find(isPlayable);
  if (file === undefined) return null;
  const minutes = Math.round((file.duration_seconds ?? 0) / 60);
  return (
    <span class="pod">
      <Icon name="play" />
      {minutes > 0 ? t('list.audioLength', { minutes }) : t(`list.${isPlayable(file) ?? 'audio'}`)}
    </span>
  );
}

/** Those that have come above make portions of their own: the others stay as they are, and are not drawn again. */
function portionsOf(rows: readonly Row[], isByFeed: boolean, above: number): Headed[][] {
  const portions: Headed[][] = [];
  let last: number | undefined;
  for (const [index, row] of rows.entries()) {
    const key = isByFeed ? row.feedId : dayKey(row.at);
    const begins = key !== last;
    last = key;
    if (index === 0 || (index - above) % portionRows === 0) portions.push([]);
    portions.at(-1)?.push({
      row,
      day: begins && !isByFeed ? row.at : undefined,
      feedId: begins && isByFeed ? row.feedId : undefined,
    });
  }
  return portions;
}
