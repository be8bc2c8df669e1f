// The list of all keys.
import { settings } from '../data/settings.ts';
import { t } from '../texts/translate.ts';
import { ModalDialog } from './dialog.tsx';
import { KeySets } from './key-set.tsx';
import { type Action, actions } from './keys.ts';

export function KeysDialog({ close }: { close: () => void }) {
  return (
    <ModalDialog label={t('keys.title')} close={close} class="keys">
      {!settings.value.singleKeys && <p class="note">{t('keys.off')}</p>}
      <dl class="k">
        {(Object.keys(actions) as Action[]).map((action) => (
          <div key={action}>
            <dt>{t(`keys.${action}`)}</dt>
            <dd>
              <KeySets action={action} />
            </dd>
          </div>
        ))}
      </dl>
    </ModalDialog>
  );
}
