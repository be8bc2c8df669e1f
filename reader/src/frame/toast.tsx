// The toast with its Undo, and the region that screen readers listen to.
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../texts/translate.ts';
import { Icon } from './icons.tsx';
import { KeyHint } from './key-hint.tsx';
import { ariaKeys, chord, keyName, keysAfter } from './keys.ts';
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
    if (shown?.lasts) return;
    timer.current = setTimeout(dismissToast, shown?.undo ? toastMs : plainToastMs);
  };
  useEffect(() => {
    start();
    return stop;
  }, [shown]);
  /** What had the focus before the toast, and gets it back when the pressed button is gone. */
  const before = useRef<EventTarget | null>(null);
  const entered = (event: FocusEvent & { currentTarget: Element }): void => {
    stop();
    if (!event.currentTarget.contains(event.relatedTarget as Node | null))
      before.current = event.relatedTarget;
  };
  const leaving = (act: () => void) => () => {
    if (before.current instanceof HTMLElement) before.current.focus({ preventScroll: true });
    act();
  };
  if (chord.value) return <div class="toast">{chordHint(chord.value)}</div>;
  if (shown === undefined) return null;
  return (
    <section
      class="toast"
      aria-label={t('toast.label')}
      onPointerEnter={stop}
      onPointerLeave={({ currentTarget }) => currentTarget.contains(document.activeElement) || start()}
      onFocusIn={entered}
      onFocusOut={start}
    >
      <span>{shown.text}</span>
      {shown.undo ? (
        <>
          <button
            type="button"
            class="undo"
            aria-keyshortcuts={ariaKeys('undo')}
            onClick={leaving(shown.undo)}
          >
            {t('toast.undo')}
          </button>
          <KeyHint action="undo" />
        </>
      ) : (
        <button type="button" class="ib" aria-label={t('toast.dismiss')} onClick={leaving(dismissToast)}>
          <Icon name="close" />
        </button>
      )}
    </section>
  );
}

function chordHint(first: string): string {
  return t('keys.chord', { key: keyName(first), keys: keysAfter(first).map(keyName).join(' · ') });
}
