// The feeds as a table: sorted by any column, renamed in place, selected by row, dragged to a group.
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { takeFocus } from '../../frame/focus.ts';
import { Icon } from '../../frame/icons.tsx';
import { arrival } from '../../frame/router.ts';
import { t } from '../../texts/translate.ts';
import type { Line, SortBy } from './choose.ts';
import { FeedRow } from './row.tsx';

/** Rows drawn at first, and added when their end is near: the page stays light with thousands of feeds. */
const rowsAtOnce = 100;

/** How many there were when the table was left to look at a feed, for the way back. */
let shownLast = rowsAtOnce;

interface Props {
  lines: readonly Line[];
  selected: ReadonlySet<number>;
  select: (feedId: number, isSelected: boolean, isRange: boolean) => void;
  onMoved: (feedIds: readonly number[]) => void;
  sortBy: SortBy;
  isDescending: boolean;
  sort: (by: SortBy) => void;
}

export const columns: readonly { by: SortBy; text: `manage.by${Capitalize<SortBy>}` }[] = [
  { by: 'title', text: 'manage.byTitle' },
  { by: 'group', text: 'manage.byGroup' },
  { by: 'posts', text: 'manage.byPosts' },
  { by: 'newest', text: 'manage.byNewest' },
  { by: 'unread', text: 'manage.byUnread' },
];

export function FeedTable({ lines, selected, select, onMoved, ...sorting }: Props) {
  const { held, ...watched } = useHeldRow(lines);
  const { shown, end } = useGrowing(lines.length, held + 1);
  const [renamed, setRenamed] = useState<number>();
  return (
    <>
      <table class="feeds">
        <caption class="vh">{t('side.manage')}</caption>
        <thead>
          <tr>
            <td />
            {columns.map(({ by, text }) => (
              <Heading key={by} by={by} text={t(text)} {...sorting} />
            ))}
            <td />
          </tr>
        </thead>
        <tbody {...watched} onKeyDown={stepBetweenRows}>
          {lines.slice(0, shown).map((line) => (
            <FeedRow
              key={line.feed.id}
              line={line}
              isSelected={selected.has(line.feed.id)}
              dragged={selected.has(line.feed.id) ? [...selected] : [line.feed.id]}
              select={select}
              onMoved={onMoved}
              isRenaming={renamed === line.feed.id}
              rename={setRenamed}
            />
          ))}
        </tbody>
      </table>
      <div ref={end} />
    </>
  );
}

type HeadingProps = Pick<Props, 'sortBy' | 'isDescending' | 'sort'> & { by: SortBy; text: string };

function Heading({ by, text, sortBy, isDescending, sort }: HeadingProps) {
  const isSorted = by === sortBy;
  return (
    <th
      scope="col"
      class={`of-${by}`}
      aria-sort={isSorted ? (isDescending ? 'descending' : 'ascending') : undefined}
    >
      <button type="button" onClick={() => sort(by)}>
        {text}
        {isSorted && <Icon name={isDescending ? 'down' : 'up'} />}
      </button>
    </th>
  );
}

/** Where the row stands that had the focus last, or -1: it may have got another place. When it is gone, the row in its place takes the focus. */
function useHeldRow(lines: readonly Line[]) {
  const body = useRef<HTMLTableSectionElement>(null);
  const last = useRef<{ id: number; index: number }>(undefined);
  const held = lines.findIndex(({ feed }) => feed.id === last.current?.id);
  useLayoutEffect(() => {
    const rows = body.current?.rows;
    if (last.current && held >= 0) last.current.index = held;
    else if (last.current)
      takeFocus((rows?.[last.current.index] ?? rows?.[rows.length - 1])?.querySelector('input'));
  });
  const onFocusIn = ({ target }: FocusEvent): void => {
    const index = (target as Element).closest('tr')?.sectionRowIndex ?? -1;
    const id = lines[index]?.feed.id;
    last.current = id === undefined ? undefined : { id, index };
  };
  // Nothing else gets it when the row goes.
  const onFocusOut = ({ relatedTarget }: FocusEvent): void => {
    if (relatedTarget) last.current = undefined;
  };
  return { ref: body, held, onFocusIn, onFocusOut };
}

/** Draws more rows as their end comes near, and at least as many as are needed. */
function useGrowing(total: number, needed: number) {
  const end = useRef<HTMLDivElement>(null);
  const [grown, setShown] = useState(() => (arrival.peek() === 'back' ? shownLast : rowsAtOnce));
  const shown = Math.max(grown, needed);
  shownLast = shown;
  useEffect(() => {
    if (shown >= total || !end.current) return;
    const watch = new IntersectionObserver(
      ([entry]) => entry?.isIntersecting && setShown(shown + rowsAtOnce),
      { rootMargin: '600px' },
    );
    watch.observe(end.current);
    return () => watch.disconnect();
  }, [shown, total]);
  return { shown, end };
}

/** Arrow keys go from checkbox to checkbox, so that selecting in a long list takes no hundred tab stops. */
function stepBetweenRows(event: KeyboardEvent): void {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const box = (event.target as HTMLElement).closest<HTMLInputElement>('input[type=checkbox]');
  if (by === undefined || !box) return;
  const row = box.closest('tr');
  const next = by === 1 ? row?.nextElementSibling : row?.previousElementSibling;
  next?.querySelector<HTMLElement>('input[type=checkbox]')?.focus();
  event.preventDefault();
}
