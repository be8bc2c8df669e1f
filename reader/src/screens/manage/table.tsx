// The feeds as a table: sorted by any column, renamed in place, selected by row, dragged to a group.
import { useEffect, useRef, useState } from 'preact/hooks';
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
  onMoved: () => void;
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
  const { shown, end } = useGrowing(lines.length);
  const [renamed, setRenamed] = useState<number>();
  return (
    <>
      <table class="feeds">
        <caption class="vh">{t('manage.title')}</caption>
        <thead>
          <tr>
            <td />
            {columns.map(({ by, text }) => (
              <Heading key={by} by={by} text={t(text)} {...sorting} />
            ))}
            <td />
          </tr>
        </thead>
        <tbody onKeyDown={stepBetweenRows}>
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

/** Draws more rows as their end comes near. */
function useGrowing(total: number) {
  const end = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState(() => (arrival.peek() === 'back' ? shownLast : rowsAtOnce));
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
