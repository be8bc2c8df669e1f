// Asks for a confirmation of identity before anything changes that decides who may sign in: an open browser must not be enough.
import { CourantError } from '@courant/client';
import { useEffect, useRef, useState } from 'preact/hooks';
import { service, wordsOf } from '../../data/service.ts';
import { Alert } from '../../frame/alert.tsx';
import { ModalDialog } from '../../frame/dialog.tsx';
import { useAnswer } from '../../frame/use-answer.ts';
import { t } from '../../texts/translate.ts';
import { asking } from './deed.ts';
import { Input, submitting } from './forms.tsx';
import { me } from './me.ts';
import { canUsePasskeys, usePasskey, wordsOfPasskey } from './passkey.ts';

export function ConfirmDialog() {
  const isOpen = asking.value !== undefined;
  // Otherwise the next page that has this dialog would ask on behalf of the one that was left.
  useEffect(() => cancel, []);
  if (!isOpen) return null;
  return (
    <ModalDialog label={t('confirm.title')} close={cancel}>
      <ConfirmForm />
    </ModalDialog>
  );
}

function cancel(): void {
  asking.peek()?.(false);
  asking.value = undefined;
}

function ConfirmForm() {
  const form = useRef<HTMLFormElement>(null);
  const [failure, setFailure] = useState('');
  const { answer: facts } = useAnswer((signal) => service.account.signInFacts({ signal }), '');
  const show = async (how: () => Promise<void>, wordsFor: (error: unknown) => string): Promise<void> => {
    setFailure('');
    try {
      await how();
      // Who has closed it meanwhile wants nothing done.
      if (!form.current) return;
      asking.peek()?.(true);
      form.current.closest('dialog')?.close();
    } catch (error) {
      setFailure(wordsFor(error));
    }
  };
  const submit = submitting((typed) => {
    const [password, code] = [typed('password'), typed('code')];
    void show(
      () => service.account.confirm({ password, ...(code === '' ? {} : { code }) }),
      wordsOfConfirmation,
    );
  });
  return (
    <form class="inside" ref={form} onSubmit={submit}>
      <p class="note">{t('confirm.hint')}</p>
      <input name="username" value={me.value?.name ?? ''} autocomplete="username" hidden />
      <Input
        name="password"
        type="password"
        label={t('account.password')}
        autocomplete="current-password"
        takesFocus
      />
      {facts?.codes_since !== undefined && (
        <Input name="code" label={t('confirm.code')} autocomplete="one-time-code" />
      )}
      <Alert words={failure} />
      <div class="buttons">
        <button type="submit" class="b p">
          {t('confirm.submit')}
        </button>
        {canUsePasskeys() && (facts?.passkeys.length ?? 0) > 0 && (
          <button type="button" class="b s" onClick={() => void show(usePasskey, wordsOfPasskey)}>
            {t('confirm.passkey')}
          </button>
        )}
      </div>
    </form>
  );
}

function wordsOfConfirmation(error: unknown): string {
  return error instanceof CourantError && error.status === 422 ? t('confirm.wrong') : wordsOf(error);
}
