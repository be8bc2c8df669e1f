// The facts about a feed, as a list.
import type { Feed, FeedActivity, FeedCondition } from '@courant/client';
import type { ComponentChildren } from 'preact';
import { longDay } from '../../texts/dates.ts';
import { fromNow, timeNow } from '../../texts/from-now.ts';
import { languageName } from '../../texts/language-name.ts';
import { locale, t } from '../../texts/translate.ts';

interface Props {
  feed: Feed;
  activity: FeedActivity | undefined;
  condition: FeedCondition | undefined;
}

export function Facts({ feed, activity, condition }: Props) {
  const now = timeNow();
  const ago = (date: string | undefined): string =>
    date === undefined ? t('feed.never') : fromNow(Date.parse(date), now);
  return (
    <dl class="facts">
      <Fact name={t('feed.site')}>
        <Address url={feed.url} />
      </Fact>
      <Fact name={t('add.address')}>
        <Address url={feed.feed_url} />
      </Fact>
      {activity?.language && (
        <Fact name={t('settings.language')}>{languageName(activity.language) ?? activity.language}</Fact>
      )}
      {activity && <Fact name={t('feed.since')}>{longDay(Date.parse(activity.followed_at))}</Fact>}
      {condition && (
        <>
          <Fact name={t('feed.checked')}>{ago(condition.last_visit_at)}</Fact>
          <Fact name={t('feed.next')}>{nextVisit(condition.next_try_at, now)}</Fact>
          <Fact name={t('manage.byNewest')}>{ago(condition.newest_post_at)}</Fact>
          {condition.state === 'well' && <Fact name={t('feed.health')}>{t('health.well')}</Fact>}
        </>
      )}
      {activity && <ItemFacts {...activity.items} />}
    </dl>
  );
}

function ItemFacts({ kept, unread, starred }: FeedActivity['items']) {
  return (
    <>
      {kept > 0 && (
        <Fact name={t('feed.youRead')}>
          {t('feed.readShare', {
            share: ((kept - unread) / kept).toLocaleString(locale(), { style: 'percent' }),
            count: kept,
          })}
        </Fact>
      )}
      <Fact name={t('stream.starred')}>{starred.toLocaleString(locale())}</Fact>
    </>
  );
}

function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

function Address({ url }: { url: string }) {
  return (
    <a href={url} target="_blank" rel="noopener noreferrer" dir="ltr" class="address">
      {url.replace(/^https?:\/\/(?:[^/@]*@)?/, '').replace(/\/$/, '')}
    </a>
  );
}

/** A visit that is due already is shown as due now: it happens in the crawler's next round. */
function nextVisit(date: string | undefined, now: number): string {
  return date === undefined ? t('feed.never') : fromNow(Math.max(Date.parse(date), now), now);
}
