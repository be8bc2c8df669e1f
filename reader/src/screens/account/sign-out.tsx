// Signing out: waiting writes are sent first, because the copy in this browser is thrown away.
import { useState } from 'preact/hooks';
import { forgetEverything } from '../../data/forget.ts';
import { sendPositions } from '../../data/positions.ts';
import { flush, waiting } from '../../data/queue.ts';
import { endSession, service } from '../../data/service.ts';
import { Alert } from '../../frame/alert.tsx';
import { ModalDialog } from '../../frame/dialog.tsx';
import { t } from '../../texts/translate.ts';
import { useDeed } from './deed.ts';

export function SignOut() {
  const [warns, setWarns] = useState(false);
  const { run, failure, isBusy } = useDeed();
  const tryIt = async (): Promise<void> => {
    await Promise.all([flush(), sendPositions()]);
    if (waiting.peek() > 0) setWarns(true);
    else await leave();
  };
  return (
    <>
      <button type="button" class="b s" aria-disabled={isBusy} onClick={() => run(tryIt)}>
        {t('account.signOut')}
      </button>
      {!warns && <Alert words={failure} />}
      {warns && (
        <ModalDialog label={t('account.signOut')} close={() => setWarns(false)}>
          <div class="inside">
            <p>{t('account.unsent', { count: waiting.value })}</p>
            <Alert words={failure} />
            <div class="buttons">
              <button type="button" class="b danger" onClick={() => run(leave)}>
                {t('account.signOutAnyway')}
              </button>
            </div>
          </div>
        </ModalDialog>
      )}
    </>
  );
}

async function leave(): Promise<void> {
  await endSession(() => service.account.signOut());
  // The answer tells the browser to clear its data (Clear-Site-Data); this is for browsers that ignore it.
  await forgetEverything().catch(() => {});
  location.replace('/');
}
