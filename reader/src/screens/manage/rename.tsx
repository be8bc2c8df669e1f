// A title that is edited in place: Enter or leaving the field saves it, Escape does not.
import { useLayoutEffect, useRef } from 'preact/hooks';

interface Props {
  label: string;
  title: string;
  placeholder?: string;
  /** Undefined: the title stays. */
  onDone: (title: string | undefined) => void;
}

export function RenameField({ label, title, placeholder = '', onDone }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const isOver = useRef(false);
  useLayoutEffect(() => {
    const before = document.activeElement as HTMLElement | null;
    input.current?.focus();
    input.current?.select();
    return () => {
      // After a key the focus returns to where it was; after a click elsewhere it stays there.
      if (document.activeElement === input.current) before?.focus();
    };
  }, []);
  const end = (wanted: string | undefined): void => {
    // Removing the field blurs it, which must not count as a second answer.
    if (isOver.current) return;
    isOver.current = true;
    onDone(wanted === undefined || wanted.trim() === title ? undefined : wanted.trim());
  };
  const key = (event: KeyboardEvent & { currentTarget: HTMLInputElement }): void => {
    // These keys belong to an input method that composes, which Safari tells by the key code only.
    if (event.isComposing || event.keyCode === 229) return;
    if (event.key === 'Enter') end(event.currentTarget.value);
    else if (event.key === 'Escape') end(undefined);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <input
      ref={input}
      class="rename"
      aria-label={label}
      defaultValue={title}
      placeholder={placeholder}
      maxLength={200}
      dir="auto"
      autocomplete="off"
      onKeyDown={key}
      onBlur={(event) => end(event.currentTarget.value)}
    />
  );
}
