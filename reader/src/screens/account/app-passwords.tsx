// Passwords for apps that speak Google Reader or Fever: each for one app, shown once, revoked one by one.
import type { AppPassword, NewAppPassword } from '@courant/client';
import { useState } from 'preact/hooks';
import { service } from '../../data/service.ts';
import { showToast } from '../../frame/status.ts';
import { useAnswer } from '../../frame/use-answer.ts';
import { inOneLine } from '../../texts/in-one-line.ts';
import { t } from '../../texts/translate.ts';
import { useDeed } from './deed.ts';
import { OneFieldForm } from './forms.tsx';
import { me } from './me.ts';
import { Answered, CopyLine, dayOf, Entries, LinkButton, Row, usedOn, useFocusOn } from './parts.tsx';

/** The service's limit (app.courant.app-passwords). */
const maxNameCharacters = 100;

export function AppPasswords() {
  const asked = useAnswer((signal) => service.appPasswords.list({ signal }), '');
  const [fresh, setFresh] = useState<NewAppPassword>();
  const deed = useDeed();
  const create = async (name: string): Promise<void> => {
    setFresh(await service.appPasswords.create(name));
    asked.again();
  };
  const revoke = ({ id, name }: AppPassword): void =>
    deed.run(async () => {
      await service.appPasswords.revoke(id);
      if (fresh?.id === id) setFresh(undefined);
      asked.again();
      showToast(t('appPasswords.revoked', { name }));
    });
  return (
    <section aria-labelledby="app-passwords-title">
      <h2 id="app-passwords-title">{t('appPasswords.title')}</h2>
      <p class="note">
        {t('appPasswords.hint')} <a href="/about/apps">{t('appPasswords.help')}</a>
      </p>
      <OneFieldForm
        label={t('appPasswords.name')}
        placeholder={t('appPasswords.example')}
        maxLength={maxNameCharacters}
        go={t('appPasswords.make')}
        deed={deed}
        make={create}
      />
      {fresh && <Fresh made={fresh} />}
      <Answered asked={asked}>
        {(all) => (
          <Entries>
            {all.map((each) => (
              <Entry key={each.id} password={each} revoke={revoke} />
            ))}
          </Entries>
        )}
      </Answered>
    </section>
  );
}

/** What is to be typed into the app. */
function Fresh({ made }: { made: NewAppPassword }) {
  const { name, password } = made;
  const heading = useFocusOn(made);
  return (
    <section class="fresh-box" aria-labelledby="fresh-title">
      <h3 id="fresh-title" ref={heading} tabIndex={-1} dir="auto">
        {t('appPasswords.type', { name })}
      </h3>
      <CopyLine label={t('account.password')} text={password} />
      <CopyLine label={t('appPasswords.user')} text={me.value?.name ?? ''} />
      <CopyLine label={t('appPasswords.greader')} text={`${location.origin}/api/greader.php`} />
      <CopyLine label={t('appPasswords.fever')} text={`${location.origin}/fever/`} />
      <p class="note">{t('appPasswords.once')}</p>
    </section>
  );
}

function Entry({ password, revoke }: { password: AppPassword; revoke: (password: AppPassword) => void }) {
  const { name, created_at, last_used_at, last_asked, last_agent } = password;
  return (
    <Row
      name={name}
      facts={
        <>
          {inOneLine(t('account.since', { date: dayOf(created_at) }), usedOn(last_used_at))}
          {[last_asked, last_agent].map((each) => each !== undefined && <bdi key={each}> · {each}</bdi>)}
        </>
      }
      actions={
        <LinkButton
          text={t('appPasswords.revoke')}
          label={t('appPasswords.revokeOf', { name })}
          danger
          act={() => revoke(password)}
        />
      }
    />
  );
}
