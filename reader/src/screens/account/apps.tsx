// Other apps: those with a grant, and the passwords of those that cannot ask for one.
import type { ConnectedApps } from '@courant/client';
import { service } from '../../data/service.ts';
import { Alert } from '../../frame/alert.tsx';
import { showToast } from '../../frame/status.ts';
import { useAnswer } from '../../frame/use-answer.ts';
import { inOneLine } from '../../texts/in-one-line.ts';
import { t } from '../../texts/translate.ts';
import { AppPasswords } from './app-passwords.tsx';
import { useDeed } from './deed.ts';
import { Answered, CopyLine, dayOf, Entries, LinkButton, Row, usedOn } from './parts.tsx';

export function Apps() {
  const asked = useAnswer((signal) => service.account.apps.list({ signal }), '');
  return (
    <>
      <p class="sub">{t('apps.sub')}</p>
      <CopyLine label={t('apps.address')} text={location.origin} />
      <section aria-labelledby="apps-title">
        <h2 id="apps-title">{t('apps.title')}</h2>
        <p class="note">{t('apps.hint')}</p>
        <Answered asked={asked}>{(apps) => <List apps={apps} again={asked.again} />}</Answered>
      </section>
      <AppPasswords />
      <section aria-labelledby="makers-title">
        <h2 id="makers-title">{t('apps.makers')}</h2>
        <p class="note">
          {t('apps.makersHint')} <a href="/api/v1/openapi.json">OpenAPI</a>
        </p>
      </section>
    </>
  );
}

function List({ apps, again }: { apps: ConnectedApps; again: () => void }) {
  const { run, failure } = useDeed();
  const remove = ({ id, name }: ConnectedApps[number]): void =>
    run(async () => {
      await service.account.apps.remove(id);
      again();
      showToast(t('account.removed', { name }));
    });
  if (apps.length === 0) return <p>{t('apps.none')}</p>;
  return (
    <>
      <Alert words={failure} />
      <Entries>
        {apps.map((app) => (
          <Entry key={app.id} app={app} remove={remove} />
        ))}
      </Entries>
    </>
  );
}

interface EntryProps {
  app: ConnectedApps[number];
  remove: (app: ConnectedApps[number]) => void;
}

function Entry({ app, remove }: EntryProps) {
  const { name, scopes, created_at, last_used_at } = app;
  return (
    <Row
      name={name}
      facts={inOneLine(
        t(scopes.includes('write') ? 'apps.mayWrite' : 'apps.mayRead'),
        t('account.since', { date: dayOf(created_at) }),
        usedOn(last_used_at),
      )}
      actions={
        <LinkButton
          text={t('account.remove')}
          label={t('account.removeOf', { name })}
          danger
          act={() => remove(app)}
        />
      }
    />
  );
}
