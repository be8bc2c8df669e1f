// The toolbar above the table: which feeds it shows, and actions on the selected ones.

import { useEffect, useRef } from 'preact/hooks';
import { takeFocus } from '../../frame/focus.ts';
import { t } from '../../texts/translate.ts';
import type { Show, SortBy, Wish } from './choose.ts';
import { columns } from './table.tsx';

interface FilterProps {
  wish: Wish;
  counts: Record<Show, number>;
  change: (changes: Partial<Wish>) => void;
}

const shows: readonly [Show, 'manage.all' | 'manage.failing' | 'manage.quiet'][] = [
  ['all', 'manage.all'],
  ['failing', 'manage.failing'],
  ['quiet', 'manage.quiet'],
];

export function Filters({ wish, counts, change }: FilterProps) {
  return (
    <div class="filters">
      <input
        type="search"
        aria-label={t('manage.find')}
        placeholder={t('manage.find')}
        value={wish.words}
        onInput={(event) => change({ words: event.currentTarget.value })}
      />
      {/* biome-ignore lint/a11y/useSemanticElements: three buttons in a row are no form */}
      <div class="seg" role="group" aria-label={t('manage.show')}>
        {shows.map(([show, text]) => (
          <button key={show} type="button" aria-pressed={wish.show === show} onClick={() => change({ show })}>
            {t(text, { count: counts[show] })}
          </button>
        ))}
      </div>
      <select
        class="compact"
        aria-label={t('list.order')}
        value={wish.sortBy}
        onChange={(event) => change(sortedBy(event.currentTarget.value as SortBy))}
      >
        {columns.map(({ by, text }) => (
          <option key={by} value={by}>
            {t(text)}
          </option>
        ))}
      </select>
    </div>
  );
}

/** The default direction: names from A, numbers from the greatest. */
export function sortedBy(sortBy: SortBy): Pick<Wish, 'sortBy' | 'isDescending'> {
  return { sortBy, isDescending: sortBy !== 'title' && sortBy !== 'group' };
}

interface BulkProps {
  shown: number;
  selected: number;
  selectAll: (isSelected: boolean) => void;
  move: () => void;
  /** Whether some are being unfollowed: a second request for the same ones would fail. */
  isLeaving: boolean;
  leave: () => void;
}

export function BulkBar({ shown, selected, selectAll, move, isLeaving, leave }: BulkProps) {
  const box = useRef<HTMLInputElement>(null);
  const isNone = selected === 0;
  // The buttons for the selected ones are gone with the last of them.
  useEffect(() => void (isNone && takeFocus(box.current)), [isNone]);
  const isAll = shown > 0 && selected >= shown;
  return (
    <div class="bulk">
      <label>
        <input
          ref={box}
          type="checkbox"
          checked={isAll}
          indeterminate={selected > 0 && !isAll}
          disabled={shown === 0}
          onChange={(event) => selectAll(event.currentTarget.checked)}
          aria-label={t('manage.selectAll')}
        />
      </label>
      <span role="status">
        {selected > 0 ? t('manage.selected', { count: selected }) : t('manage.shown', { count: shown })}
      </span>
      {selected > 0 && (
        <span class="end-side">
          <button type="button" class="b s" onClick={move}>
            {t('manage.move')}
          </button>
          <button type="button" class="b danger" aria-disabled={isLeaving} onClick={leave}>
            {t('feed.unfollow')}
          </button>
        </span>
      )}
    </div>
  );
}
