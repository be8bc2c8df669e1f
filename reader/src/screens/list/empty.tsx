// What a list without rows shows: what that means, and where to go from here.

import { useEffect, useMemo, useRef } from 'preact/hooks';
import { feeds, missing, rows, starsChanged, unread } from '../../data/copy.ts';
import { isFailing } from '../../data/feed-health.ts';
import { heardAt, isOnline } from '../../data/reached.ts';
import { wordsOf } from '../../data/service.ts';
import { belongs } from '../../data/stream.ts';
import { useFocusToList } from '../../frame/focus.ts';
import { Icon } from '../../frame/icons.tsx';
import { lazily } from '../../frame/lazily.tsx';
import { fromNow, timeNow } from '../../texts/from-now.ts';
import { t } from '../../texts/translate.ts';
import { reopen } from './selection.ts';
import { isMissing, titleOf } from './title.ts';
import { choose, isMember, type View } from './view.ts';

const AilingFeed = lazily(async () => (await import('../feed/health.tsx')).AilingFeed);

export function FirstFeed() {
  return (
    <div class="mid">
      <h2>{t('empty.first')}</h2>
      <p>{t('empty.firstHint')}</p>
      <div class="buttons">
        <a class="b p" href="/add">
          <Icon name="plus" />
          {t('keys.add')}
        </a>
        <a class="b s" href="/import">
          {t('empty.import')}
        </a>
      </div>
    </div>
  );
}

export function Empty({ view }: { view: View }) {
  const { stream, filter } = view;
  useComeback(view);
  if (isMissing(stream)) return <Missing isFeed={stream.kind === 'feed'} />;
  const feed = stream.kind === 'feed' ? feeds.value.get(stream.id) : undefined;
  if (feed && isFailing(feed)) return <AilingFeed feedId={feed.id} />;
  if (stream.kind === 'starred') return <Words title={t('empty.starred')} hint={t('empty.starredHint')} />;
  if (stream.kind === 'search') {
    if (stream.words.trim() === '') return <p class="end">{t('search.hint')}</p>;
    if (view.failure === undefined) return <Words title={t('empty.search')} hint={t('empty.searchHint')} />;
    return <Words title={t('search.wrong')} hint={wordsOf(view.failure)} />;
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

/** Reads the list anew when items are in it after all: marks may be taken back, here or elsewhere, and feeds may join a group. */
function useComeback({ stream, filter, fresh }: View): void {
  // The rows are not watched one by one: with their marks the counts change, and with those that were fetched the stars.
  const changes = [unread.value, starsChanged.value, feeds.value, isOnline.value];
  const count = useMemo(() => {
    const waiting = new Set(fresh.peek());
    return [...rows.values()].filter((row) => !waiting.has(row) && belongs(row, { stream, filter, isMember }))
      .length;
  }, changes);
  const before = useRef(count);
  useEffect(() => {
    // What is on its way belongs there, too: later it would not be shown any more.
    if (isOnline.peek() && missing.ids.length > 0) return;
    // Not for those that were here from the beginning: the service has not listed them.
    if (count > before.current) reopen(stream);
    before.current = count;
  }, changes);
  useFocusToList();
}

function Missing({ isFeed }: { isFeed: boolean }) {
  return (
    <div class="mid">
      {isFeed && <h2>{t('feed.missing')}</h2>}
      <a class="b s" href="/unread">
        {t('error.toUnread')}
      </a>
    </div>
  );
}

function AllRead() {
  return (
    <div class="mid">
      <h2>{t('empty.allRead')}</h2>
      <p>
        {t('empty.allReadHint')}{' '}
        {heardAt.value > 0 && t('strip.stale', { when: fromNow(heardAt.value, timeNow()) })}
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
