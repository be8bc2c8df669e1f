// The form for the title of something new, such as a group or a tag.
import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';

interface Props {
  /** What the field is for. */
  label: string;
  /** Gets the title without blanks at its ends, and returns whether it was taken: then the field is emptied. */
  create: (title: string) => boolean | Promise<boolean>;
  /** The button. */
  children: ComponentChildren;
}

export function TitleForm({ label, create, children }: Props) {
  const [title, setTitle] = useState('');
  /** A second press creates no second one; others need not wait. */
  const creating = useRef(new Set<string>());
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    if (creating.current.has(title)) return;
    creating.current.add(title);
    try {
      // The next one may have been typed meanwhile.
      if (!(await create(title.trim()))) return;
      setTitle((now) => (now === title ? '' : now));
      // What is new above it has moved it down, on a telephone under the tabs or the keyboard.
      requestAnimationFrame(() => form.querySelector(':focus')?.scrollIntoView({ block: 'nearest' }));
    } finally {
      creating.current.delete(title);
    }
  };
  return (
    <form class="in-line" onSubmit={(event) => void submit(event)}>
      <input
        required
        maxLength={200}
        dir="auto"
        autocomplete="off"
        aria-label={label}
        placeholder={label}
        value={title}
        onInput={(event) => setTitle(event.currentTarget.value)}
      />
      {children}
    </form>
  );
}
