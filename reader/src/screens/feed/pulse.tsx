// The pulse of a feed in the head of its list: a bar for each of the last 30 days, and the way to its page.
import { feeds } from '../../data/copy.ts';
import { service } from '../../data/service.ts';
import { useAnswer } from '../../frame/use-answer.ts';
import { t } from '../../texts/translate.ts';

/** Pixels of the highest bar; a day without posts is a dot. */
const highest = 24;

export function Pulse({ feedId }: { feedId: number }) {
  const utcOffsetMinutes = -new Date().getTimezoneOffset();
  const visited = `${feedId} ${feeds.value.get(feedId)?.last_updated}`;
  const { answer } = useAnswer(
    (signal) => service.feeds.activity(feedId, { utcOffsetMinutes, signal }),
    visited,
  );
  if (answer === undefined) return null;
  const most = Math.max(1, ...answer.days.map(({ posts }) => posts));
  return (
    <a class="pulse" href={`/feeds/${feedId}/about`} aria-label={t('list.about')} title={t('list.about')}>
      {answer.days.map(({ date, posts }) => (
        <i key={date} style={{ height: `${2 + Math.round((posts / most) * (highest - 2))}px` }} />
      ))}
    </a>
  );
}
