// When a feed publishes: bars for days, weeks and the hours of the day.
import type { FeedActivity } from '@courant/client';
import { hueOf } from '../../frame/spine.tsx';
import { shortDay, today } from '../../texts/dates.ts';
import { locale, t } from '../../texts/translate.ts';

const weeksShown = 52;

interface Bar {
  when: string;
  posts: number;
  read?: number;
}

/** Whether there is nothing to draw: for a new feed, or one that has been silent for long. */
export function isQuiet({ days, weeks, hours }: FeedActivity): boolean {
  return ![...days.map(({ posts }) => posts), ...weeks, ...hours].some((posts) => posts > 0);
}

export function Plots({ activity }: { activity: FeedActivity }) {
  const { feed_id: feedId } = activity;
  const days = activity.days.map(({ date, posts, read }) => ({ when: dayName(date), posts, read }));
  const weeks = activity.weeks.map((posts, index) => ({ when: weekName(index), posts }));
  const hours = activity.hours.map((posts, hour) => ({ when: twoDigits(hour), posts }));
  return (
    <div class="plots" style={{ '--h': hueOf(feedId) }}>
      <Plot name={t('feed.perDay')} bars={days} axis={[days[0]?.when ?? '', t('list.today')]} />
      <Plot name={t('feed.perWeek')} bars={weeks} axis={[weeks[0]?.when ?? '', t('feed.now')]} />
      <Plot name={t('feed.byHour')} bars={hours} axis={[0, 6, 12, 18, 23].map(twoDigits)} />
    </div>
  );
}

function Plot({ name, bars, axis }: { name: string; bars: readonly Bar[]; axis: readonly string[] }) {
  const total = bars.reduce((sum, { posts }) => sum + posts, 0);
  const most = Math.max(1, ...bars.map(({ posts }) => posts));
  const hasRead = bars.some(({ read = 0 }) => read > 0);
  return (
    <figure class="plot">
      <figcaption>
        {name}
        {hasRead && (
          <span class="legend">
            <i class="is-read" /> {t('feed.legendRead')} <i /> {t('feed.legendUnread')}
          </span>
        )}
      </figcaption>
      <div
        class={`bars ${hasRead ? 'has-read' : ''}`}
        role="img"
        aria-label={t('feed.plotLabel', { name, count: total, most: total === 0 ? 0 : most })}
      >
        {bars.map((bar, index) => (
          <Bar key={index} bar={bar} most={most} />
        ))}
      </div>
      <div class="axis" aria-hidden="true">
        {axis.map((each) => (
          <span key={each}>{each}</span>
        ))}
      </div>
    </figure>
  );
}

function Bar({ bar: { when, posts, read = 0 }, most }: { bar: Bar; most: number }) {
  const percent = (part: number, whole: number): string =>
    `${Math.round((part / Math.max(1, whole)) * 100)}%`;
  return (
    <span title={t('feed.bar', { when, count: posts })}>
      {posts > 0 && (
        <i style={{ height: percent(posts, most) }}>
          <b style={{ height: percent(Math.min(read, posts), posts) }} />
        </i>
      )}
    </span>
  );
}

/** The service's dates are already in the browser's time zone: noon makes sure that they stay on that day. */
function dayName(date: string): string {
  return shortDay(Date.parse(`${date}T12:00`));
}

function weekName(index: number): string {
  const day = new Date(today.value);
  return shortDay(day.setDate(day.getDate() + 1 - (weeksShown - index) * 7));
}

function twoDigits(hour: number): string {
  return hour.toLocaleString(locale(), { minimumIntegerDigits: 2 });
}
