// The rows of a list, under the days of their publication. Portions far from the screen are taken out of the document.
import { useComputed, useSignal } from '@preact/signals';
import { Fragment, type RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { feeds } from '../../data/copy.ts';
import { portionRows } from '../../data/limits.ts';
import type { Row } from '../../data/row.ts';
import { Icon } from '../../frame/icons.tsx';
import { pathOf } from '../../frame/routes.ts';
import { Spine } from '../../frame/spine.tsx';
import { dayKey, dayName, longDay, shortDay, timeOfDay } from '../../texts/dates.ts';
import { t } from '../../texts/translate.ts';
import { isPlayable } from '../article/playing.ts';
import { currentId, openId } from './selection.ts';
import type { View } from './view.ts';

interface Headed {
  row: Row;
  /** What stands above it, where a day or a feed begins. */
  head: { day: number } | { feedId: number } | undefined;
}

export function Rows({ view, scroller }: { view: View; scroller: RefObject<HTMLDivElement | null> }) {
  const portions = portionsOf(view.rows.value, view.order === 'by-feed');
  return (
    <ol class="items" aria-label={t('list.items')}>
      {portions.map((portion) => (
        <Portion key={portion[0]?.row.id} portion={portion} view={view} scroller={scroller} />
      ))}
    </ol>
  );
}

/** Shown while it is within two screens of what is seen; otherwise one empty element of its height. */
function Portion({
  portion,
  view,
  scroller,
}: {
  portion: Headed[];
  view: View;
  scroller: RefObject<HTMLDivElement | null>;
}) {
  const first = useRef<HTMLLIElement>(null);
  const last = useRef<HTMLLIElement>(null);
  const hiddenHeight = useSignal(0);
  useEffect(() => {
    const pane = scroller.current;
    if (!pane) return undefined;
    const judge = (): void => {
      const top = first.current?.offsetTop ?? 0;
      const height =
        hiddenHeight.peek() || (last.current ? last.current.offsetTop + last.current.offsetHeight - top : 0);
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
  if (hiddenHeight.value > 0) {
    return <li ref={first} aria-hidden="true" style={{ height: `${hiddenHeight.value}px` }} />;
  }
  return (
    <>
      {portion.map(({ row, head }, index) => (
        <Fragment key={row.id}>
          {head && <Head head={head} ref={index === 0 ? first : undefined} />}
          <ItemRow row={row} view={view} ends={endsOf(index, portion, { first, last })} />
        </Fragment>
      ))}
    </>
  );
}

type Ends = { first: RefObject<HTMLLIElement | null>; last: RefObject<HTMLLIElement | null> };

function endsOf(index: number, portion: Headed[], { first, last }: Ends): RefObject<HTMLLIElement | null>[] {
  return [
    ...(index === 0 && portion[0]?.head === undefined ? [first] : []),
    ...(index === portion.length - 1 ? [last] : []),
  ];
}

/** The row that has the focus, or is open, stays in the document. */
function holds(portion: Headed[]): boolean {
  const focused = document.activeElement?.closest('.row')?.parentElement?.id;
  return portion.some(({ row }) => `row-${row.id}` === focused);
}

function Head({
  head,
  ref,
}: {
  head: NonNullable<Headed['head']>;
  ref?: RefObject<HTMLLIElement | null> | undefined;
}) {
  const name = 'day' in head ? dayName(head.day, Date.now()) : undefined;
  return (
    <li class="day" ref={ref ?? null}>
      <h2>
        {'day' in head ? (
          <>
            {name && <b>{name}</b>} {longDay(head.day)}
          </>
        ) : (
          <b dir="auto">{feeds.value.get(head.feedId)?.title}</b>
        )}
      </h2>
    </li>
  );
}

function ItemRow({ row, view, ends }: { row: Row; view: View; ends: RefObject<HTMLLIElement | null>[] }) {
  const classes = useComputed(() =>
    ['row', row.read.value && 'read', currentId.value === row.id && 'sel', row.starred.value && 'starred']
      .filter(Boolean)
      .join(' '),
  );
  const current = useComputed(() => (openId.value === row.id ? 'true' : undefined));
  const setEnds = (element: HTMLLIElement | null): void => {
    for (const end of ends) end.current = element;
  };
  return (
    <li id={`row-${row.id}`} ref={setEnds}>
      <article class={classes}>
        <Spine feedId={row.feedId} />
        <h3 dir="auto">
          <a href={pathOf(view.stream, row.id)} aria-current={current}>
            {row.title}
          </a>
          <Unread row={row} />
        </h3>
        {row.excerpt !== '' && (
          <p class="ex" dir="auto">
            {row.excerpt}
          </p>
        )}
        <Meta row={row} />
        <Star row={row} />
      </article>
    </li>
  );
}

function Unread({ row }: { row: Row }) {
  return row.read.value ? null : <span class="vh"> ({t('stream.unread')})</span>;
}

function Star({ row }: { row: Row }) {
  if (!row.starred.value) return null;
  return (
    <span class="st" role="img" aria-label={t('list.starred')}>
      <Icon name="star" class="starf" />
    </span>
  );
}

function Meta({ row }: { row: Row }) {
  const audio = row.enclosures.find((each) => isPlayable(each));
  const minutes = Math.round((audio?.duration_seconds ?? 0) / 60);
  return (
    <p class="meta">
      <span class="f" dir="auto">
        {feeds.value.get(row.feedId)?.title}
      </span>
      <time dateTime={new Date(row.at).toISOString()} title={longDay(row.at)}>
        {dayKey(row.at) >= dayKey(Date.now()) - 1 ? timeOfDay(row.at) : shortDay(row.at)}
      </time>
      {audio && (
        <span class="pod">
          <Icon name="play" />
          {minutes > 0 ? t('list.audioLength', { minutes }) : t('list.audio')}
        </span>
      )}
    </p>
  );
}

function portionsOf(rows: readonly Row[], isByFeed: boolean): Headed[][] {
  const portions: Headed[][] = [];
  let last: number | undefined;
  for (const [index, row] of rows.entries()) {
    const key = isByFeed ? row.feedId : dayKey(row.at);
    const begins = key !== last;
    last = key;
    const head = begins ? (isByFeed ? { feedId: row.feedId } : { day: row.at }) : undefined;
    if (index % portionRows === 0) portions.push([]);
    portions.at(-1)?.push({ row, head });
  }
  return portions;
}
