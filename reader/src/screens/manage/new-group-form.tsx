// The form for the title of a new group, wherever one can be made.
import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { t } from '../../texts/translate.ts';

interface Props {
  /** Resolves to whether the group was made: then the field is emptied. */
  create: (title: string) => Promise<boolean>;
  /** The button. */
  children: ComponentChildren;
}

export function NewGroupForm({ create, children }: Props) {
  const [title, setTitle] = useState('');
  const isBusy = useRef(false);
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (isBusy.current) return;
    isBusy.current = true;
    try {
      if (await create(title.trim())) setTitle('');
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
        aria-label={t('manage.newGroup')}
        placeholder={t('manage.newGroup')}
        value={title}
        onInput={(event) => setTitle(event.currentTarget.value)}
      />
      {children}
    </form>
  );
}
