// The page of a feed: what it is, how it is doing, when it publishes, and how it is set up.
import type { Feed, FeedActivity } from '@courant/client';
import { feeds, isReady } from '../../data/copy.ts';
import { service } from '../../data/service.ts';
import { Icon } from '../../frame/icons.tsx';
import { pathOf } from '../../frame/routes.ts';
import { Spine } from '../../frame/spine.tsx';
import { type Asked, useAnswer } from '../../frame/use-answer.ts';
import { today } from '../../texts/dates.ts';
import { t } from '../../texts/translate.ts';
import { useFocusKept } from '../account/parts.tsx';
import { Skeleton } from '../list/states.tsx';
import { PageBar } from '../page-bar.tsx';
import type { ScreenProps } from '../screens.ts';
import { Facts } from './facts.tsx';
import { ails, HealthSection, useBusy } from './health.tsx';
import { visit } from './mend.ts';
import { isQuiet, Plots } from './plots.tsx';
import { Retention } from './retention.tsx';
import { FeedSettings } from './settings.tsx';
import { unfollow } from './unfollow.ts';
import { Visits } from './visits.tsx';

export function AboutScreen({ params }: ScreenProps) {
  const feed = feeds.value.get(Number(params.id));
  if (feed) return <About feed={feed} />;
  return isReady.value ? <Nothing /> : <Skeleton />;
}

function Nothing() {
  return (
    <div class="mid">
      <h1>{t('feed.missing')}</h1>
      <a class="b s" href="/manage">
        {t('side.manage')}
      </a>
    </div>
  );
}

function About({ feed }: { feed: Feed }) {
  // Changes with every visit, so that the results are asked for again.
  const visited = `${feed.id} ${feed.last_updated} ${feed['app.courant.health']?.state}`;
  // The service counts by the days and hours of the device.
  const utcOffsetMinutes = -new Date().getTimezoneOffset();
  const activity = useAnswer(
    (signal) => service.feeds.activity(feed.id, { utcOffsetMinutes, signal }),
    `${visited} ${today.value}`,
  );
  const condition = useAnswer((signal) => service.health.get(feed.id, { signal }), visited);
  return (
    <article class="page wide feed-page">
      <Head feed={feed} onVisited={condition.again} />
      {ails(feed) && <HealthSection feed={feed} condition={condition.answer} />}
      <section aria-labelledby="activity-title">
        <h2 id="activity-title">{t('feed.activity')}</h2>
        <div class="two">
          <Activity asked={activity} />
          <div>
            <Facts feed={feed} activity={activity.answer} condition={condition.answer} />
            {condition.answer && <Visits visits={condition.answer.visits} />}
          </div>
        </div>
      </section>
      <section aria-labelledby="set-up-title" class="narrow">
        <h2 id="set-up-title">{t('side.settings')}</h2>
        <FeedSettings key={feed.id} feed={feed} />
        <Retention feedId={feed.id} />
      </section>
    </article>
  );
}

function Head({ feed, onVisited }: { feed: Feed; onVisited: () => void }) {
  const { busy, during } = useBusy();
  const leave = async (): Promise<void> => void (await unfollow([feed]));
  const visitNow = async (): Promise<void> => {
    await visit(feed);
    onVisited();
  };
  return (
    <header class="page-head">
      <PageBar />
      <h1>
        <Spine feedId={feed.id} />
        <bdi>{feed.title}</bdi>
      </h1>
      <div class="buttons" aria-busy={busy}>
        <a class="b p" href={pathOf({ kind: 'feed', id: feed.id })}>
          {t('feed.toItems')}
        </a>
        <button type="button" class="b s" aria-disabled={busy} onClick={during(visitNow)}>
          <Icon name="refresh" />
          {busy ? t('feed.visiting') : t('feed.visit')}
        </button>
        <button type="button" class="b danger" aria-disabled={busy} onClick={during(leave)}>
          {t('feed.unfollow')}
        </button>
      </div>
    </header>
  );
}

function Activity({ asked }: { asked: Asked<FeedActivity> }) {
  const { answer, failure } = asked;
  useFocusKept(answer);
  if (answer && isQuiet(answer)) return <p class="note">{t('feed.quiet')}</p>;
  return (
    <div class={failure === '' ? 'plots-place' : ''}>
      {answer ? <Plots activity={answer} /> : <Missing asked={asked} />}
    </div>
  );
}

/** In place of the plots: a skeleton while they load, or why they are missing. */
function Missing({ asked }: { asked: Asked<unknown> }) {
  if (asked.failure === '') return <Skeleton />;
  return (
    <div role="alert">
      <p class="note">{t('feed.noActivity')}</p>
      <p class="note">{asked.failure}</p>
      <button type="button" class="b s" onClick={asked.again}>
        {t('error.retry')}
      </button>
    </div>
  );
}
