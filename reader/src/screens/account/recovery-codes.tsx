// Shows new recovery codes, only once.
import { useState } from 'preact/hooks';
import { copy } from '../../frame/clipboard.ts';
import { ModalDialog } from '../../frame/dialog.tsx';
import { t } from '../../texts/translate.ts';

export function RecoveryCodes({ codes, close }: { codes: readonly string[]; close: () => void }) {
  const [told, setTold] = useState('');
  const text = `${codes.join('\n')}\n`;
  return (
    <ModalDialog label={t('recovery.title')} close={close} isOnce>
      <div class="inside">
        <p>{t('recovery.hint')}</p>
        <ol class="codes" dir="ltr">
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ol>
        <div class="buttons">
          <button type="button" class="b s" onClick={() => void copy(text, 'copy.done', setTold)}>
            {t('copy.copy')}
          </button>
          <a
            class="b s"
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
            download={`${location.hostname}-recovery-codes.txt`}
          >
            {t('recovery.download')}
          </a>
          <button
            type="button"
            class="b p"
            onClick={(event) => event.currentTarget.closest('dialog')?.close()}
          >
            {t('recovery.kept')}
          </button>
        </div>
        <p class="note" role="status">
          {told}
        </p>
      </div>
    </ModalDialog>
  );
}
