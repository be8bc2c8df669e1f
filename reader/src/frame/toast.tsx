// The toast with its Undo, and the region that screen readers listen to.
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../texts/translate.ts';
import { Icon } from './icons.tsx';
import { chord } from './keys.ts';
import { dismissToast, plainToastMs, said, toast, toastMs } from './status.ts';

export function StatusRegion() {
  return (
    <div class="vh" role="status" aria-live="polite">
      {said.value}
    </div>
  );
}

export function ToastBar() {
  const shown = toast.value;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const stop = (): void => clearTimeout(timer.current);
  const start = (): void => {
    stop();
    timer.current = setTimeout(dismissToast, shown?.undo ? toastMs : plainToastMs);
  };
  useEffect(() => {
    start();
    return stop;
  }, [shown]);
  if (chord.value) return <div class="toast hint">{t('keys.chord')}</div>;
  if (shown === undefined) return null;
  return (
    <section
      class="toast"
      aria-label={t('toast.label')}
      onPointerEnter={stop}
      onPointerLeave={start}
      onFocusIn={stop}
      onFocusOut={start}
    >
      <span>{shown.text}</span>
      {shown.undo ? (
        <>
          <button type="button" class="undo" onClick={shown.undo}>
            {t('toast.undo')}
          </button>
          <kbd aria-hidden="true">Z</kbd>
        </>
      ) : (
        <button type="button" class="ib" aria-label={t('toast.dismiss')} onClick={dismissToast}>
          <Icon name="close" />
        </button>
      )}
    </section>
  );
}
