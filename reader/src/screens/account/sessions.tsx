// Where the person is signed in, and signing out there.
import type { SessionList } from '@courant/client';
import { service } from '../../data/service.ts';
import { Alert } from '../../frame/alert.tsx';
import { showToast } from '../../frame/status.ts';
import { useAnswer } from '../../frame/use-answer.ts';
import { deviceName } from '../../texts/device-name.ts';
import { fromNow, timeNow } from '../../texts/from-now.ts';
import { inOneLine } from '../../texts/in-one-line.ts';
import { t } from '../../texts/translate.ts';
import { useDeed } from './deed.ts';
import { Answered, dayOf, Entries } from './parts.tsx';

export function Sessions() {
  const asked = useAnswer((signal) => service.account.sessions.list({ signal }), '');
  return (
    <section aria-labelledby="sessions-title">
      <h2 id="sessions-title">{t('sessions.title')}</h2>
      <Answered asked={asked}>{(sessions) => <List sessions={sessions} again={asked.again} />}</Answered>
    </section>
  );
}

function List({ sessions, again }: { sessions: SessionList; again: () => void }) {
  const { run, failure } = useDeed();
  const end = (id: string): void =>
    run(async () => {
      await service.account.sessions.end(id);
      again();
      showToast(t('sessions.ended', { count: 1 }));
    });
  const endOthers = (): void =>
    run(async () => {
      const count = await service.account.sessions.endOthers();
      again();
      showToast(t('sessions.ended', { count }));
    });
  return (
    <>
      <Alert words={failure} />
      <Entries>
        {sessions.map((session) => (
          <Entry key={session.id} session={session} end={end} />
        ))}
      </Entries>
      {sessions.length > 1 && (
        <p class="after">
          <button type="button" class="b s" onClick={endOthers}>
            {t('sessions.endOthers')}
          </button>
        </p>
      )}
    </>
  );
}

function Entry({ session, end }: { session: SessionList[number]; end: (id: string) => void }) {
  const { id, network, signed_in_at, last_seen_at, current } = session;
  const device = deviceName(session.device);
  const seen = t('account.seen', { when: fromNow(Date.parse(last_seen_at), timeNow()) });
  return (
    <li>
      <span class="what">
        <b>
          {device} {current && <span class="badge">{t('sessions.here')}</span>}
        </b>
        <small>
          {inOneLine(t('account.since', { date: dayOf(signed_in_at) }), !current && seen)}
          {network !== undefined && (
            <>
              {' · '}
              <bdi>{network}</bdi>
            </>
          )}
        </small>
      </span>
      {!current && (
        <span class="end-side">
          <button
            type="button"
            class="link"
            aria-label={t('sessions.signOutOf', { device })}
            onClick={() => end(id)}
          >
            {t('account.signOut')}
          </button>
        </span>
      )}
    </li>
  );
}
