// The settings of a feed: its title, its groups, how often it is visited, and whether whole articles are fetched.
import type { Feed } from '@courant/client';
import { useRef, useState } from 'preact/hooks';
import { feeds, groupsInOrder } from '../../data/copy.ts';
import { catchUp } from '../../data/in-step.ts';
import { service, wordsOf } from '../../data/service.ts';
import { say, showToast } from '../../frame/status.ts';
import { TitleForm } from '../../frame/title-form.tsx';
import { locale, t } from '../../texts/translate.ts';
import { useChoice } from './choice.ts';

/** The intervals offered, in seconds: from the service's minimum to its maximum. */
const intervals: readonly [seconds: number, unit: 'minute' | 'hour' | 'day', count: number][] = [
  [900, 'minute', 15],
  [1_800, 'minute', 30],
  [3_600, 'hour', 1],
  [10_800, 'hour', 3],
  [21_600, 'hour', 6],
  [43_200, 'hour', 12],
  [86_400, 'day', 1],
  [604_800, 'day', 7],
  [2_592_000, 'day', 30],
];

/** Groups, and whether the feed shall be in them. */
type Ticks = ReadonlyMap<number, boolean>;

const noTicks: Ticks = new Map();

/** Each choice is saved as it is made. */
export function FeedSettings({ feed }: { feed: Feed }) {
  return (
    <>
      <Title feed={feed} />
      <Groups feed={feed} />
      <Interval feed={feed} />
      <FullText feed={feed} />
    </>
  );
}

/** Sends a choice and announces that it is saved. Resolves to whether it was accepted. */
export async function keepChoice(send: () => Promise<unknown>): Promise<boolean> {
  try {
    await send();
    await catchUp();
    say(t('feed.saved'));
    return true;
  } catch (error) {
    showToast(wordsOf(error));
    return false;
  }
}

function Title({ feed }: { feed: Feed }) {
  const own = feed['app.courant.feeds']?.custom_title ?? '';
  const [chosen, choose] = useChoice(own, (wanted) =>
    keepChoice(() => service.feeds.update(feed.id, { title: wanted || null })),
  );
  // Nothing that is told or answered meanwhile takes it away.
  const [typed, setTyped] = useState<string>();
  const keep = (): void => {
    const wanted = typed?.trim() ?? chosen;
    setTyped(undefined);
    if (wanted !== chosen) choose(() => wanted);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        keep();
      }}
    >
      <label class="field">
        <span>{t('manage.byTitle')}</span>
        <input
          maxLength={200}
          dir="auto"
          autocomplete="off"
          placeholder={own === '' ? feed.title : ''}
          value={typed ?? chosen}
          onInput={(event) => setTyped(event.currentTarget.value)}
          onBlur={keep}
          onKeyDown={(event) => event.key === 'Escape' && setTyped(undefined)}
        />
        <small>{t('feed.titleHint')}</small>
      </label>
    </form>
  );
}

function Groups({ feed }: { feed: Feed }) {
  // Only what is ticked here: another device may put the feed into a group meanwhile.
  const after = useTurns();
  const [ticked, choose] = useChoice(noTicks, (wanted) =>
    after('creating', 'ticking', () => service.feeds.update(feed.id, { groupIds: withTicks(feed, wanted) })),
  );
  const create = (title: string) =>
    after('ticking', 'creating', () => service.groups.create({ title, feedIds: [feed.id] }));
  return (
    <fieldset class="field">
      <legend>{t('feed.groups')}</legend>
      <div class="checks">
        {groupsInOrder.value.map(({ id, title }) => (
          <label key={id}>
            <input
              type="checkbox"
              checked={ticked.get(id) ?? feed.group_ids.includes(id)}
              onChange={({ currentTarget: { checked } }) =>
                choose((before) => new Map(before).set(id, checked))
              }
            />
            <span dir="auto">{title}</span>
          </label>
        ))}
      </div>
      <TitleForm label={t('manage.newGroup')} create={create}>
        <button type="submit" class="b s">
          {t('manage.create')}
        </button>
      </TitleForm>
    </fieldset>
  );
}

type Kind = 'ticking' | 'creating';

/**
 * Sends ticks after the groups that are being created, and the other way round: all groups of the feed are sent with a tick, and one
 * that is just being created would be missing. Several are created at once.
 */
function useTurns() {
  const sent = useRef<Record<Kind, Promise<unknown>>>({
    ticking: Promise.resolve(),
    creating: Promise.resolve(),
  });
  return (others: Kind, own: Kind, send: () => Promise<unknown>): Promise<boolean> => {
    const done = sent.current[others].then(() => keepChoice(send));
    sent.current[own] = Promise.all([sent.current[own], done]);
    return done;
  };
}

/** The groups that a feed is in by now, as far as is known here, and after these choices. */
function withTicks({ id, group_ids }: Feed, ticked: Ticks): number[] {
  const now = feeds.peek().get(id)?.group_ids ?? group_ids;
  return [...new Set([...now, ...ticked.keys()])].filter((each) => ticked.get(each) ?? true);
}

function Interval({ feed }: { feed: Feed }) {
  const [chosen, choose] = useChoice(feed['app.courant.feeds']?.interval_seconds, (seconds) =>
    keepChoice(() => service.feeds.update(feed.id, { intervalSeconds: seconds ?? null })),
  );
  const isOther = chosen !== undefined && !intervals.some(([seconds]) => seconds === chosen);
  return (
    <label class="field">
      <span>{t('feed.interval')}</span>
      <select
        value={chosen ?? ''}
        onChange={({ currentTarget: { value } }) => choose(() => (value === '' ? undefined : Number(value)))}
      >
        <option value="">{t('feed.adaptive')}</option>
        {intervals.map(([seconds, unit, count]) => (
          <option key={seconds} value={seconds}>
            {spell(count, unit)}
          </option>
        ))}
        {isOther && <option value={chosen}>{spell(Math.round(chosen / 60), 'minute')}</option>}
      </select>
      <small>{t('feed.intervalHint')}</small>
    </label>
  );
}

function FullText({ feed }: { feed: Feed }) {
  const [isOn, choose] = useChoice(feed['app.courant.full-text']?.mode === 'always', (on) =>
    keepChoice(() => service.fullText.setMode(feed.id, on ? 'always' : 'never')),
  );
  return (
    <label class="opt">
      <input
        type="checkbox"
        checked={isOn}
        onChange={({ currentTarget: { checked } }) => choose(() => checked)}
      />
      <span>
        <b>{t('feed.fullText')}</b>
        <span>{t('feed.fullTextHint')}</span>
      </span>
    </label>
  );
}

function spell(count: number, unit: string): string {
  return count.toLocaleString(locale(), { style: 'unit', unit, unitDisplay: 'long' });
}
