// Forms of the account pages: their fields, their buttons, and what was typed into them.
import type { InputHTMLAttributes } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { Alert } from '../../frame/alert.tsx';
import { t } from '../../texts/translate.ts';
import type { Deed } from './deed.ts';

/** Takes a form from the browser when it is sent. `typed` is what was typed into the field of a name; empty where there is none. */
export function submitting(act: (typed: (name: string) => string, form: HTMLFormElement) => void) {
  return (event: SubmitEvent & { currentTarget: HTMLFormElement }): void => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    act((name) => String(fields.get(name) ?? ''), event.currentTarget);
  };
}

type InputProps = InputHTMLAttributes & {
  label: string;
  hint?: string;
  /** For a form that somebody has opened: the first field can be typed into at once. */
  takesFocus?: boolean;
};

export function Input({ label, hint, takesFocus = false, ...rest }: InputProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  // At once: a moment later, somebody quick may be typing into the next field.
  useLayoutEffect(() => {
    if (takesFocus) input.current?.focus();
  }, [takesFocus]);
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        ref={input}
        required
        // Otherwise a dialog gives the focus to its first button when it opens.
        autofocus={takesFocus}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        {...rest}
      />
      {hint !== undefined && <small id={`${id}-hint`}>{hint}</small>}
    </div>
  );
}

interface OneFieldFormProps {
  label: string;
  placeholder: string;
  maxLength: number;
  required?: boolean;
  /** What the button says. */
  go: string;
  /** Whether it is what the page is for. */
  isMain?: boolean;
  deed: Deed;
  make: (typed: string) => Promise<void>;
}

/** Makes something new of a text. The field is emptied when that is done. */
export function OneFieldForm({ go, isMain = false, deed, make, ...field }: OneFieldFormProps) {
  const submit = submitting((typed, form) =>
    deed.run(async () => {
      await make(typed('text'));
      form.reset();
    }),
  );
  return (
    <>
      <form class="one-line" onSubmit={submit} aria-busy={deed.isBusy}>
        <Input name="text" autocomplete="off" {...field} />
        <button type="submit" class={isMain ? 'b p' : 'b s'} aria-disabled={deed.isBusy}>
          {go}
        </button>
      </form>
      <Alert words={deed.failure} />
    </>
  );
}

/** The end of a form: one button does what the form is for, the other does not. Without `cancel` it closes the dialog that the form is in. */
export function DeedButtons(shown: {
  go: string;
  isHarmless: boolean;
  isBusy: boolean;
  cancel?: () => void;
}) {
  const cancel = ({ currentTarget }: { currentTarget: Element }): void =>
    shown.cancel ? shown.cancel() : currentTarget.closest('dialog')?.close();
  return (
    <div class="buttons">
      <button type="submit" class={shown.isHarmless ? 'b p' : 'b danger'} aria-disabled={shown.isBusy}>
        {shown.go}
      </button>
      <button type="button" class="b s" onClick={cancel}>
        {t('dialog.cancel')}
      </button>
    </div>
  );
}

/** Nothing brings an account back, so whoever deletes it must type its name. */
export function NameAgain({ name }: { name: string }) {
  const check = (event: Event & { currentTarget: HTMLInputElement }): void => {
    const { currentTarget: input } = event;
    // Who copies the name out of the label may copy the signs around it that keep its direction.
    const typed = input.value.replace(/[\u2068\u2069]/g, '').trim();
    input.setCustomValidity(typed === name ? '' : t('admin.otherName', { name }));
  };
  return (
    <Input
      name="name"
      label={t('admin.nameAgain', { name })}
      onInput={check}
      autocomplete="off"
      autocapitalize="none"
      spellcheck={false}
    />
  );
}
