// Changes the password.
import { CourantError } from '@courant/client';
import { useState } from 'preact/hooks';
import { service } from '../../data/service.ts';
import { thisPage } from '../../data/signed-in.ts';
import { Alert } from '../../frame/alert.tsx';
import { showToast } from '../../frame/status.ts';
import { t } from '../../texts/translate.ts';
import { useDeed } from './deed.ts';
import { DeedButtons, Input, submitting } from './forms.tsx';
import { isAdmin, me } from './me.ts';
import { useFocusBack } from './parts.tsx';

/** The service's minimum (app.courant.account). */
const minCharacters = 8;

export function Password() {
  const [isOpen, setOpen] = useState(false);
  const button = useFocusBack(isOpen);
  return (
    <section aria-labelledby="password-title">
      <h2 id="password-title">{t('account.password')}</h2>
      <p class="note">
        {t('account.passwordHint')} {isAdmin.value && t('account.endsLinks')}
      </p>
      {isOpen ? (
        <PasswordForm close={() => setOpen(false)} />
      ) : (
        <button ref={button} type="button" class="b s" onClick={() => setOpen(true)}>
          {t('account.changePassword')}
        </button>
      )}
    </section>
  );
}

function PasswordForm({ close }: { close: () => void }) {
  const { run, failure, isBusy } = useDeed();
  const submit = submitting((typed) =>
    run(async () => {
      await change(typed('current'), typed('password'));
      close();
      showToast(t('account.passwordChanged'));
    }),
  );
  return (
    <form class="narrow" onSubmit={submit} aria-busy={isBusy}>
      <input name="username" value={me.value?.name ?? ''} autocomplete="username" hidden />
      <Input
        name="current"
        type="password"
        label={t('account.currentPassword')}
        autocomplete="current-password"
        takesFocus
      />
      <Input
        name="password"
        type="password"
        label={t('account.newPassword')}
        hint={t('account.atLeast', { count: minCharacters })}
        minLength={minCharacters}
        autocomplete="new-password"
      />
      <Alert words={failure} />
      <DeedButtons go={t('account.changePassword')} isHarmless isBusy={isBusy} cancel={close} />
    </form>
  );
}

/** Changes that are under way: who has left the form may have begun another. */
let underWay = 0;
let sessions = 0;

/** Ends the session, too. The answer brings the next one, and leaving the page would cut it short. */
async function change(current: string, password: string): Promise<void> {
  underWay++;
  thisPage.session = Number.NaN;
  try {
    await service.account.changePassword(current, password).finally(() => {
      if (--underWay === 0) thisPage.session = ++sessions;
    });
  } catch (error) {
    // The session was over before. Unlike that answer, this one leads to the sign-in.
    if (error instanceof CourantError && error.status === 401) await service.account.me();
    throw error;
  }
}
