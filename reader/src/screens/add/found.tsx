// The feeds found at an address: one or a choice, with facts about it, the group that it goes to, and the button to follow it.
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { groupsInOrder } from '../../data/copy.ts';
import { wordsOf } from '../../data/service.ts';
import { pathOf } from '../../frame/routes.ts';
import { showToast } from '../../frame/status.ts';
import { shortDay } from '../../texts/dates.ts';
import { t } from '../../texts/translate.ts';
import { factsOf } from './facts.ts';
import { follow } from './follow.ts';
import { type Candidate, choose, chosen, failure, found, isLooking, whyNot } from './wanted.ts';

export function FoundFeeds() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const candidates = found.value;
  const candidate = candidates[chosen.value];
  return (
    <section class="found" aria-labelledby="found-title">
      <h2 id="found-title" ref={heading} tabIndex={-1}>
        {t('add.found', { count: candidates.length })}
      </h2>
      {candidates.length > 1 ? (
        <fieldset aria-labelledby="found-title">
          {candidates.map((each, index) => (
            <label class="opt" key={each.url}>
              <input
                type="radio"
                name="feed"
                checked={index === chosen.value}
                onChange={() => void choose(index)}
              />
              <Face candidate={each} />
            </label>
          ))}
        </fieldset>
      ) : (
        candidate && (
          <div class="opt alone">
            <Face candidate={candidate} />
          </div>
        )
      )}
      {candidate && <Newest candidate={candidate} />}
      {candidate && <FollowForm candidate={candidate} />}
    </section>
  );
}

function Face({ candidate: { title, url, facts } }: { candidate: Candidate }) {
  return (
    <span>
      <b dir="auto">{facts?.title ?? title}</b>
      {facts ? factsOf(facts) : <bdi>{url}</bdi>}
      {facts?.description !== undefined && (
        <small class="about" dir="auto">
          {facts.description}
        </small>
      )}
    </span>
  );
}

function Newest({ candidate: { facts } }: { candidate: Candidate }) {
  if (!facts || facts.newest.length === 0) return null;
  return (
    <>
      <h3>{t('add.newest')}</h3>
      <ul class="plain-list newest">
        {facts.newest.map(({ title, url, published }) => (
          <li key={url}>
            <span dir="auto">{title}</span>
            <small class="end-side">{shortDay(Date.parse(published))}</small>
          </li>
        ))}
      </ul>
    </>
  );
}

const newGroup = 'new';

function FollowForm({ candidate: { url, facts } }: { candidate: Candidate }) {
  const group = useSignal('');
  const title = useSignal('');
  const isBusy = useSignal(false);
  if (facts?.feed_id !== undefined) {
    return (
      <p class="note">
        {t('add.isFollowed')}{' '}
        <a class="link" href={pathOf({ kind: 'feed', id: facts.feed_id })}>
          {t('add.open')}
        </a>
      </p>
    );
  }
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (isBusy.peek() || isLooking.peek()) return;
    isBusy.value = true;
    const place = group.peek() === newGroup ? { newGroup: title.peek() } : { groupId: group.peek() };
    const [candidates, from] = [found.peek(), location.pathname];
    const isStill = (): boolean => found.peek() === candidates && location.pathname === from;
    try {
      await follow(url, place, isStill);
    } catch (error) {
      // Beside another address it would be taken for that one's.
      if (isStill()) failure.value = whyNot(error);
      else showToast(wordsOf(error));
    }
    isBusy.value = false;
  };
  return (
    <form onSubmit={submit} aria-busy={isBusy.value}>
      <label class="field">
        <span>{t('manage.byGroup')}</span>
        <select
          value={group.value}
          onChange={(event) => {
            group.value = event.currentTarget.value;
          }}
        >
          <option value="">{t('add.noGroup')}</option>
          {groupsInOrder.value.map((each) => (
            <option key={each.id} value={each.id}>
              {each.title}
            </option>
          ))}
          <option value={newGroup}>{t('add.newGroup')}</option>
        </select>
      </label>
      {group.value === newGroup && (
        <label class="field">
          <span>{t('add.groupTitle')}</span>
          <input
            required
            maxLength={200}
            value={title.value}
            onInput={(event) => {
              title.value = event.currentTarget.value;
            }}
          />
        </label>
      )}
      <button type="submit" class="b p" aria-disabled={isBusy.value || isLooking.value}>
        {isBusy.value || isLooking.value ? t('add.looking') : t('add.submit')}
      </button>
    </form>
  );
}
