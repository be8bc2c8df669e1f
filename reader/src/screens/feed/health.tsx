// Why a feed fails, in plain words: since when, what was tried, what comes next, and what would repair it.
import type { Feed, FeedCondition } from '@courant/client';
import { useState } from 'preact/hooks';
import { feeds } from '../../data/copy.ts';
import { type Health, healthOf } from '../../data/feed-health.ts';
import { longDay } from '../../texts/dates.ts';
import { fromNow, timeNow } from '../../texts/from-now.ts';
import { type Key, saying, t } from '../../texts/translate.ts';
import { buttonFor, keep, move, repair, visit } from './mend.ts';

/** Shown instead of the list of a feed that has nothing to show because it fails. */
export function AilingFeed({ feedId }: { feedId: number }) {
  const feed = feeds.value.get(feedId);
  if (!feed) return null;
  return (
    <div class="mid">
      <h2>{headingFor(feed)}</h2>
      <Words feed={feed} />
      <Remedies feed={feed} />
      <p class="after">
        <a class="link" href={`/feeds/${feedId}/about`}>
          {t('list.about')}
        </a>
      </p>
    </div>
  );
}

/** The section on the page of the feed. */
export function HealthSection({ feed, condition }: { feed: Feed; condition: FeedCondition | undefined }) {
  return (
    <section class="ailing" aria-labelledby="ailing-title">
      <h2 id="ailing-title">{headingFor(feed)}</h2>
      <Words feed={feed} condition={condition} />
      <Remedies feed={feed} />
      <OtherAddress feed={feed} />
    </section>
  );
}

/** Whether a feed's health is worth showing. That includes a feed that works but has a proposal, such as to move. */
export function ails(feed: Feed): boolean {
  const { state, proposal } = healthOf(feed);
  return (state !== 'well' && state !== 'new') || proposal !== undefined;
}

const headings: Readonly<Record<string, Key>> = {
  gone: 'feed.gone',
  replaced: 'health.replaced',
  hiccup: 'health.hiccup',
  well: 'health.moving',
};

function headingFor(feed: Feed): string {
  const { state, failing_since: since } = healthOf(feed);
  const heading = headings[state];
  if (heading !== undefined) return t(heading as 'feed.gone');
  return since === undefined
    ? t('health.failing')
    : t('feed.failingSince', { date: longDay(Date.parse(since)) });
}

function Words({ feed, condition }: { feed: Feed; condition?: FeedCondition | undefined }) {
  const health = healthOf(feed);
  const now = timeNow();
  const { last_success_at: success, next_try_at: next, proposal } = health;
  const tries = condition?.failures ?? 0;
  const said = [
    tries > 0 && t('health.tries', { count: tries }),
    success !== undefined && t('health.lastSuccess', { when: fromNow(Date.parse(success), now) }),
    next === undefined
      ? t('health.noTry')
      : t('health.nextTry', { when: fromNow(Math.max(now, Date.parse(next)), now) }),
  ];
  return (
    <>
      {health.sentence && (
        <p>
          <Said sentence={saying(health.sentence, health.code)} />
        </p>
      )}
      {health.state !== 'well' && <p>{said.filter(Boolean).join(' ')}</p>}
      {proposal && (
        <p>
          <Said sentence={saying(proposal.sentence, proposed[proposal.kind])} />{' '}
          {proposal.url && (
            <b dir="ltr" class="address">
              {proposal.url}
            </b>
          )}
        </p>
      )}
    </>
  );
}

/** The service's words for each proposal. */
const proposed: Readonly<Record<NonNullable<Health['proposal']>['kind'], string>> = {
  moved: 'proposal-moved',
  found_feed: 'proposal-found',
  accept: 'proposal-accept',
  unfollow: 'proposal-unfollow',
  needs_login: 'give-login',
  bot_wall: 'ask-owner',
};

function Said({ sentence }: { sentence: string }) {
  return <bdi>{t('said.sentence', { sentence })}</bdi>;
}

function Remedies({ feed }: { feed: Feed }) {
  const { busy, during } = useBusy();
  const { proposal, state } = healthOf(feed);
  const button = buttonFor(proposal?.kind);
  return (
    <div class="buttons" aria-busy={busy}>
      {button && (
        <button type="button" class="b p" aria-disabled={busy} onClick={during(() => repair(feed))}>
          {t(button as 'feed.unfollow')}
        </button>
      )}
      {proposal?.kind === 'unfollow' && (
        <button type="button" class="b s" aria-disabled={busy} onClick={during(() => keep(feed))}>
          {t('health.keep')}
        </button>
      )}
      {state !== 'gone' && state !== 'well' && (
        <button type="button" class="b s" aria-disabled={busy} onClick={during(() => visit(feed))}>
          {busy ? t('feed.visiting') : t('error.retry')}
        </button>
      )}
    </div>
  );
}

function OtherAddress({ feed }: { feed: Feed }) {
  const [address, setAddress] = useState('');
  const { busy, during } = useBusy();
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    during(async () => {
      // Otherwise it can be corrected, as can one that has been typed since.
      if (await move(feed, address.trim())) setAddress((now) => (now === address ? '' : now));
    })();
  };
  return (
    <details class="fold-out">
      <summary>{t('health.otherAddress')}</summary>
      <form class="in-line" onSubmit={submit}>
        <label class="field">
          <span>{t('add.address')}</span>
          <input
            required
            dir="ltr"
            inputMode="url"
            autocapitalize="none"
            autocomplete="off"
            spellcheck={false}
            value={address}
            onInput={(event) => setAddress(event.currentTarget.value)}
          />
          <small>{t('health.otherHint')}</small>
        </label>
        <button type="submit" class="b s" aria-disabled={busy}>
          {t('health.readFrom')}
        </button>
      </form>
    </details>
  );
}

/** A busy button is not `disabled`, because that would lose the focus; a second press does nothing. */
export function useBusy() {
  const [busy, setBusy] = useState(false);
  const during = (act: () => Promise<void>) => (): void => {
    if (busy) return;
    setBusy(true);
    void act().finally(() => setBusy(false));
  };
  return { busy, during };
}
