// A title that is changed in its place: Enter keeps it, Escape does not, and leaving it keeps it, too.
import { useLayoutEffect, useRef } from 'preact/hooks';

interface Props {
  label: string;
  title: string;
  placeholder?: string;
  /** Undefined: as it was. */
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
      // Whoever has ended it by a key goes on where they were; whoever has clicked elsewhere is there.
      if (document.activeElement === input.current) before?.focus();
    };
  }, []);
  const end = (wanted: string | undefined): void => {
    // Taking the field away makes it lose the focus, which is no second answer.
    if (isOver.current) return;
    isOver.current = true;
    onDone(wanted === undefined || wanted.trim() === title ? undefined : wanted.trim());
  };
  const key = (event: KeyboardEvent & { currentTarget: HTMLInputElement }): void => {
    if (event.isComposing) return;
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
