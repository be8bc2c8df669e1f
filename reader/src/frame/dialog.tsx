// A modal dialog: the browser's own, which keeps the focus inside and gives it back.
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '../texts/translate.ts';
import { Icon } from './icons.tsx';

interface Props {
  label: string;
  close: () => void;
  class?: string;
  /** Without the title that it otherwise shows. */
  isBare?: boolean;
  /** What it shows is never shown again: a press beside it does not close it. */
  isOnce?: boolean;
  children: ComponentChildren;
}

export function ModalDialog({
  label,
  close,
  class: more = '',
  isBare = false,
  isOnce = false,
  children,
}: Props) {
  const ref = useRef<HTMLDialogElement>(null);
  // Closed while it is still in the page, for only then does the focus go back; a usual effect ends too late for that.
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  // The browser tells it later: by then it is gone, and another one may be open.
  const closed = (): void => {
    if (ref.current) close();
  };
  /** Where a press has begun: who selects a text may let go beside the dialog. */
  const pressed = useRef<EventTarget | null>(null);
  const closeOutside = ({ target }: MouseEvent): void => {
    if (!isOnce && target === ref.current && pressed.current === target) ref.current?.close();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it as well, by the browser
    <dialog
      class={`dialog ${more}`}
      ref={ref}
      aria-label={label}
      onClose={closed}
      onPointerDown={({ target }) => {
        pressed.current = target;
      }}
      onClick={closeOutside}
    >
      {!isBare && (
        <header>
          <h2>{label}</h2>
          <button type="button" class="ib" aria-label={t('keys.close')} onClick={() => ref.current?.close()}>
            <Icon name="close" />
          </button>
        </header>
      )}
      {children}
    </dialog>
  );
}
