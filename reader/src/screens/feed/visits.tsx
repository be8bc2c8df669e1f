// The latest visits to a feed, and their outcomes.
import type { FeedCondition } from '@courant/client';
import { Icon } from '../../frame/icons.tsx';
import { fromNow, timeNow } from '../../texts/from-now.ts';
import { saying, t } from '../../texts/translate.ts';

export function Visits({ visits }: Pick<FeedCondition, 'visits'>) {
  const now = timeNow();
  if (visits.length === 0) return null;
  return (
    <details class="fold-out">
      <summary>{t('feed.visits')}</summary>
      <ol class="plain-list visits">
        {visits.map(({ at, ok, sentence, code, status, new_posts: count }) => (
          <li key={at}>
            <Icon name={ok ? 'check' : 'warning'} class={ok ? '' : 'bad'} />
            <span>
              <bdi>{saying(sentence, code)}</bdi>
              <small>
                <time dateTime={at}>{fromNow(Date.parse(at), now)}</time>
                {status !== undefined && ` · HTTP ${status}`}
                {count > 0 && ` · ${t('list.fresh', { count })}`}
              </small>
            </span>
          </li>
        ))}
      </ol>
    </details>
  );
}
