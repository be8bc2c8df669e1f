// What a list shows besides rows: the beginning, the end, and what went wrong.

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { wordsOf } from '../../data/service.ts';
import { useFocusToList } from '../../frame/focus.ts';
import { lazily } from '../../frame/lazily.tsx';
import { useBack } from '../../frame/use-back.ts';
import { t } from '../../texts/translate.ts';
import type { View } from './view.ts';

const Empty = lazily(async () => (await import('./empty.tsx')).Empty, { Meanwhile: Skeleton });
export const FirstFeed = lazily(async () => (await import('./empty.tsx')).FirstFeed, {
  Meanwhile: Skeleton,
});

/** No skeleton flashes up for what is there in the blink of an eye. */
const skeletonAfterMs = 200;

export function ListState({ view, isNew }: { view: View; isNew: boolean }) {
  const state = view.state.value;
  const isEmpty = view.rows.value.length === 0;
  if (isNew && isEmpty) return <FirstFeed />;
  if (state === 'loading') return <Skeleton />;
  if (state === 'failed') return <Failed view={view} />;
  if (state === 'more') return <p class="end">{t('list.loadingMore')}</p>;
  if (isEmpty) return <Empty view={view} />;
  return <p class="end">{t(state === 'saved' ? 'list.endSaved' : 'list.end')}</p>;
}

/** Lines where text will be, shown after a short wait. */
export function Skeleton() {
  const isDue = useSignal(false);
  useEffect(() => {
    const timer = setTimeout(() => {
      isDue.value = true;
    }, skeletonAfterMs);
    return () => clearTimeout(timer);
  }, [isDue]);
  if (!isDue.value) return null;
  return (
    <div role="img" aria-label={t('list.loading')}>
      {[86, 72, 90, 78, 84].map((width) => (
        <div class="sk" key={width}>
          <i style={{ width: `${width}%` }} />
          <i style={{ width: '95%' }} />
          <i style={{ width: `${width / 2}%` }} />
        </div>
      ))}
    </div>
  );
}

function Failed({ view }: { view: View }) {
  const retry = (): void => {
    view.state.value = 'loading';
    void view.loadMore();
  };
  useBack(view.failure, retry);
  useFocusToList();
  return (
    <div class="mid" role="alert">
      <h2>{t('error.list')}</h2>
      <p>{wordsOf(view.failure)}</p>
      <button type="button" class="b s" onClick={retry}>
        {t('error.retry')}
      </button>
    </div>
  );
}
