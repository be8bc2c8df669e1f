// How long the items of one feed are kept; shows what a change would remove first, because that cannot be undone.
import type { RetentionPolicy, RetentionPreview } from '@courant/client';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { service } from '../../data/service.ts';
import { useAnswer } from '../../frame/use-answer.ts';
import { shortDay } from '../../texts/dates.ts';
import { t } from '../../texts/translate.ts';
import { keepChoice } from './settings.tsx';

type Keep = RetentionPolicy['keep'] | 'default';
interface Wish {
  keep: Keep;
  count: string;
}

const choices: readonly [
  Keep,
  'feed.keepDefault' | 'feed.keepForever' | 'feed.keepDays' | 'feed.keepNewest',
][] = [
  ['default', 'feed.keepDefault'],
  ['forever', 'feed.keepForever'],
  ['days', 'feed.keepDays'],
  ['newest', 'feed.keepNewest'],
];

export function Retention({ feedId }: { feedId: number }) {
  const { answer, failure, again } = useAnswer((signal) => service.retention.policy({ signal }), feedId);
  if (failure !== '' && answer === undefined) return <p class="note">{failure}</p>;
  if (answer === undefined) return null;
  const own = answer.feeds.find((feed) => feed.feed_id === feedId);
  const now: Wish = { keep: own?.keep ?? 'default', count: String(own?.count ?? 90) };
  return <RetentionForm key={JSON.stringify(now)} feedId={feedId} now={now} onKept={again} />;
}

function RetentionForm({ feedId, now, onKept }: { feedId: number; now: Wish; onKept: () => void }) {
  const [wish, setWish] = useState(now);
  const isCounted = wish.keep === 'days' || wish.keep === 'newest';
  const isChanged = wish.keep !== now.keep || (isCounted && wish.count !== now.count);
  const isGood = !isCounted || /^[1-9]\d{0,3}$|^10000$/.test(wish.count);
  /** The wish whose effect is shown. */
  const told = useRef('');
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (
      isGood &&
      told.current === keyOf(wish) &&
      (await keepChoice(() => service.retention.setPolicy(wishOf(feedId, wish))))
    )
      onKept();
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <div class="field">
        <label for="feed-keep">{t('feed.keep')}</label>
        <div class="pair">
          <select
            id="feed-keep"
            value={wish.keep}
            onChange={(event) => setWish({ ...wish, keep: event.currentTarget.value as Keep })}
          >
            {choices.map(([keep, text]) => (
              <option key={keep} value={keep}>
                {t(text)}
              </option>
            ))}
          </select>
          {isCounted && (
            <input
              type="number"
              min={1}
              max={10_000}
              required
              aria-label={wish.keep === 'days' ? t('feed.keepDaysCount') : t('feed.keepNewestCount')}
              value={wish.count}
              onInput={(event) => setWish({ ...wish, count: event.currentTarget.value })}
            />
          )}
        </div>
        <small>{t('feed.keepHint')}</small>
      </div>
      {isChanged && isGood && (
        <Preview
          feedId={feedId}
          wish={wish}
          onTold={() => {
            told.current = keyOf(wish);
          }}
        />
      )}
    </form>
  );
}

/** What the wish would remove, and then the button for it. */
function Preview({ feedId, wish, onTold }: { feedId: number; wish: Wish; onTold: () => void }) {
  const key = keyOf(wish);
  const { answer, failure } = useAnswer(
    async (signal) => ({ key, preview: await service.retention.preview(wishOf(feedId, wish), { signal }) }),
    key,
  );
  // The answer to an earlier wish says nothing of this one.
  const preview = answer?.key === key ? answer.preview : undefined;
  useLayoutEffect(() => {
    if (preview) onTold();
  }, [preview]);
  return (
    <>
      <p role="status">{failure || (preview && wordsFor(preview))}</p>
      {preview && (
        <button type="submit" class="b s">
          {t('feed.keepApply')}
        </button>
      )}
    </>
  );
}

function keyOf({ keep, count }: Wish): string {
  return `${keep} ${count}`;
}

function wordsFor({ count, feeds }: RetentionPreview): string {
  const [feed] = feeds;
  if (count === 0 || feed === undefined) return t('feed.keepNothing');
  const [from, to] = [feed.oldest, feed.newest].map((date) => shortDay(Date.parse(date)));
  return t('feed.keepPreview', { count, from: from ?? '', to: to ?? '' });
}

function wishOf(
  feedId: number,
  { keep, count }: Wish,
): Parameters<typeof service.retention.preview>[0] & object {
  return keep === 'days' || keep === 'newest' ? { keep, count: Number(count), feedId } : { keep, feedId };
}
