// The pulse in the head of a list: a bar for each of the last 30 days; for a single feed it also links to the feed's page.
import { feeds } from '../../data/copy.ts';
import { service } from '../../data/service.ts';
import { keyOf, type Stream } from '../../data/stream.ts';
import { useAnswer } from '../../frame/use-answer.ts';
import { today } from '../../texts/dates.ts';
import { t } from '../../texts/translate.ts';

/** Pixels of the highest bar; a day without posts is a dot. */
const highest = 24;

export function Pulse({ stream }: { stream: Stream }) {
  const utcOffsetMinutes = -new Date().getTimezoneOffset();
  const feedId = stream.kind === 'feed' ? stream.id : undefined;
  const visited = feedId === undefined ? '' : feeds.value.get(feedId)?.last_updated;
  const { answer } = useAnswer(
    (signal) => service.feeds.pulse(scopeOf(stream), { utcOffsetMinutes, signal }),
    `${keyOf(stream)} ${visited} ${today.value}`,
  );
  const days = answer?.days ?? [];
  const total = days.reduce((sum, posts) => sum + posts, 0);
  if (total === 0 && feedId === undefined) return null;
  if (answer === undefined) return null;
  const most = Math.max(1, ...days);
  const bars = days.map((posts, day) => (
    <i key={day} style={{ height: `${2 + Math.round((posts / most) * (highest - 2))}px` }} />
  ));
  if (feedId !== undefined) {
    return (
      <a class="pulse" href={`/feeds/${feedId}/about`} aria-label={t('list.about')} title={t('list.about')}>
        {bars}
      </a>
    );
  }
  const label = t('feed.plotLabel', { name: t('feed.perDay'), count: total, most });
  return (
    <div class="pulse" role="img" aria-label={label} title={label}>
      {bars}
    </div>
  );
}

function scopeOf(stream: Stream): { feedId?: number; groupId?: number } {
  if (stream.kind === 'feed') return { feedId: stream.id };
  return stream.kind === 'group' ? { groupId: stream.id } : {};
}
