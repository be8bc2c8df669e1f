// Deletes the person's own account, after saying what goes with it and how to keep that.
import { useState } from 'preact/hooks';
import { forgetEverything } from '../../data/forget.ts';
import { endSession, service } from '../../data/service.ts';
import { Alert } from '../../frame/alert.tsx';
import { ModalDialog } from '../../frame/dialog.tsx';
import { t } from '../../texts/translate.ts';
import { useDeed } from './deed.ts';
import { DeedButtons, NameAgain, submitting } from './forms.tsx';
import { isAdmin, me } from './me.ts';

export function DeleteAccount() {
  const [isOpen, setOpen] = useState(false);
  return (
    <section aria-labelledby="delete-title">
      <h2 id="delete-title">{t('account.delete')}</h2>
      <p class="note">{t('account.deleteHint')}</p>
      <button type="button" class="b danger" onClick={() => setOpen(true)}>
        {t('account.delete')}
      </button>
      {isOpen && <DeleteDialog close={() => setOpen(false)} />}
    </section>
  );
}

function DeleteDialog({ close }: { close: () => void }) {
  const { run, failure, isBusy } = useDeed();
  return (
    <ModalDialog label={t('account.deleteTitle')} close={close}>
      <form class="inside" onSubmit={submitting(() => run(leaveForGood))} aria-busy={isBusy}>
        <p>
          {t('account.deleteWarning')} {isAdmin.value && t('account.endsLinks')}
        </p>
        <p>
          {t('account.exportFirst')} <a href="/import">{t('account.transfer')}</a>
        </p>
        <NameAgain name={me.value?.name ?? ''} />
        <Alert words={failure} />
        <DeedButtons go={t('account.delete')} isHarmless={false} isBusy={isBusy} />
      </form>
    </ModalDialog>
  );
}

async function leaveForGood(): Promise<void> {
  let isDone = false;
  await endSession(async () => {
    await service.account.delete();
    isDone = true;
  });
  // Signed out elsewhere meanwhile: the account is still there, and nobody may think that it is not.
  if (!isDone) return location.replace(`/sign-in?next=${encodeURIComponent(location.pathname)}`);
  // For browsers that ignore Clear-Site-Data, as when signing out.
  await forgetEverything().catch(() => {});
  location.replace('/');
}
