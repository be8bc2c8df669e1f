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
  const isBusy = useRef(false);
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (isBusy.current) return;
    isBusy.current = true;
    try {
      // The next one may have been typed meanwhile.
      if (await create(title.trim())) setTitle((now) => (now === title ? '' : now));
    } finally {
      isBusy.current = false;
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
