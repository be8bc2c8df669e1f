// The list of all keys.
import { settings } from '../data/settings.ts';
import { t } from '../texts/translate.ts';
import { ModalDialog } from './dialog.tsx';
import { type Action, actions, keyName, keysOf } from './keys.ts';

export function KeysDialog({ close }: { close: () => void }) {
  return (
    <ModalDialog label={t('keys.title')} close={close} class="keys">
      {!settings.value.singleKeys && <p class="note">{t('keys.off')}</p>}
      <dl class="k">
        {(Object.keys(actions) as Action[]).map((action) => (
          <div key={action}>
            <dt>{t(actions[action].text)}</dt>
            <dd>
              {keysOf(action).map((key) => (
                <span key={key} class="keyset">
                  {key === ' ' || key === 'shift+ ' ? (
                    <kbd>{keyName(key)}</kbd>
                  ) : (
                    key.split(' ').map((each) => <kbd key={each}>{keyName(each)}</kbd>)
                  )}
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </ModalDialog>
  );
}
