// What stands in a list beside rows: the beginning, the end, nothing, and what went wrong.

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { feeds } from '../../data/copy.ts';
import { heardAt } from '../../data/sync.ts';
import { Icon } from '../../frame/icons.tsx';
import { lazily } from '../../frame/lazily.tsx';
import { isFailing } from '../../frame/sidebar.tsx';
import { fromNow } from '../../texts/dates.ts';
import { t } from '../../texts/translate.ts';
import { titleOf } from './title.ts';
import { choose, type View } from './view.ts';

const AilingFeed = lazily(async () => (await import('../feed/health.tsx')).AilingFeed);

/** Nothing flashes up for what is there in the blink of an eye. */
const skeletonAfterMs = 200;

export function ListState({ view, isNew }: { view: View; isNew: boolean }) {
  const state = view.state.value;
  const isEmpty = view.rows.value.length === 0;
  if (isNew && isEmpty) return <FirstFeed />;
  if (state === 'loading') return <Skeleton />;
  if (state === 'failed') return <Failed view={view} />;
  if (state === 'more') return <p class="end">{t('list.loadingMore')}</p>;
  if (isEmpty) return <Empty view={view} />;
  return <p class="end">{state === 'saved' ? t('list.endSaved') : t('list.end')}</p>;
}

/** Lines where text will be, after a while of nothing. */
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

function FirstFeed() {
  return (
    <div class="mid">
      <h2>{t('empty.first')}</h2>
      <p>{t('empty.firstHint')}</p>
      <div class="buttons">
        <a class="b p" href="/add">
          <Icon name="plus" />
          {t('empty.add')}
        </a>
        <a class="b s" href="/import">
          {t('empty.import')}
        </a>
      </div>
    </div>
  );
}

function Failed({ view }: { view: View }) {
  const retry = (): void => {
    view.state.value = 'loading';
    void view.loadMore();
  };
  return (
    <div class="mid" role="alert">
      <h2>{t('error.list')}</h2>
      <p>{view.failure}</p>
      <button type="button" class="b s" onClick={retry}>
        {t('error.retry')}
      </button>
    </div>
  );
}

function Empty({ view }: { view: View }) {
  const { stream, filter } = view;
  const feed = stream.kind === 'feed' ? feeds.value.get(stream.id) : undefined;
  if (feed && isFailing(feed)) return <AilingFeed feedId={feed.id} />;
  if (stream.kind === 'starred') return <Words title={t('empty.starred')} hint={t('empty.starredHint')} />;
  if (stream.kind === 'search') {
    if (stream.words.trim() === '') return <p class="mid note">{t('search.hint')}</p>;
    return <Words title={t('empty.search')} hint={t('empty.searchHint')} />;
  }
  const title = titleOf(stream);
  if (stream.kind === 'unread') return <AllRead />;
  if (filter === 'all') return <Words title={t('empty.stream', { title })} hint={t('empty.streamHint')} />;
  return (
    <div class="mid">
      <h2>{t('empty.filtered', { title })}</h2>
      <p>{t('empty.filteredHint')}</p>
      <button type="button" class="b s" onClick={() => choose(stream, { filter: 'all' })}>
        {t('empty.showAll')}
      </button>
    </div>
  );
}

function AllRead() {
  return (
    <div class="mid">
      <h2>{t('empty.allRead')}</h2>
      <p>
        {t('empty.allReadHint')}{' '}
        {heardAt.value > 0 && t('empty.checked', { when: fromNow(heardAt.value, Date.now()) })}
      </p>
      <a class="b s" href="/starred">
        {t('empty.lookStarred')}
      </a>
    </div>
  );
}

function Words({ title, hint }: { title: string; hint: string }) {
  return (
    <div class="mid">
      <h2>{title}</h2>
      <p>{hint}</p>
    </div>
  );
}
