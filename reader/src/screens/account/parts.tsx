// Parts of the account pages: lists from the service, where the focus goes, and texts to copy.
import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { copy } from '../../frame/clipboard.ts';
import { takeFocus } from '../../frame/focus.ts';
import type { Asked } from '../../frame/use-answer.ts';
import { shortDay } from '../../texts/dates.ts';
import { t } from '../../texts/translate.ts';
import { Skeleton } from '../list/states.tsx';

/** For the heading of what was made just now and is shown only once: a screen reader would not notice it. */
export function useFocusOn(made: object): RefObject<HTMLHeadingElement> {
  const heading = useRef<HTMLHeadingElement>(null);
  // At once: a moment later, somebody quick may have gone on to something else.
  useLayoutEffect(() => heading.current?.focus(), [made]);
  return heading as RefObject<HTMLHeadingElement>;
}

/** When `shown` has changed and nothing has the focus any more, the screen gets it. */
export function useFocusKept(shown: unknown): void {
  useEffect(() => {
    if (document.activeElement === document.body)
      document.querySelector<HTMLElement>('.screen')?.focus({ preventScroll: true });
  }, [shown]);
}

/** For the button that opens a form in its own place: it gets the focus back when the form is gone, before anything else looks for it. */
export function useFocusBack(isOpen: boolean): RefObject<HTMLButtonElement> {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => (isOpen ? () => takeFocus(button.current) : undefined), [isOpen]);
  return button as RefObject<HTMLButtonElement>;
}

/** Shows the answer, once it is there, and why there is none, or no newer one; before either, a skeleton. */
export function Answered<T>({
  asked: { answer, failure, again },
  children,
}: {
  asked: Asked<T>;
  children: (answer: T) => ComponentChildren;
}) {
  // The action may have removed the row that had the focus.
  useFocusKept(answer);
  return (
    <>
      {failure !== '' && (
        <div class="alert" role="alert">
          <p>{failure}</p>
          <button type="button" class="b s" onClick={again}>
            {t('error.retry')}
          </button>
        </div>
      )}
      {answer !== undefined ? children(answer) : failure === '' && <Skeleton />}
    </>
  );
}

/** A list whose entries can be removed: from one that is gone, the focus goes to the next, or to the last. */
export function Entries({ children }: { children: ComponentChildren }) {
  const list = useRef<HTMLUListElement>(null);
  const place = useRef<number | undefined>(undefined);
  // Before anything else looks for the focus.
  useLayoutEffect(() => {
    if (place.current === undefined) return;
    const buttons = [...(list.current?.children ?? [])].map((entry) => entry.querySelector('button'));
    takeFocus(buttons.slice(place.current).find(Boolean) ?? buttons.findLast(Boolean));
  });
  const entered = ({ target }: FocusEvent): void => {
    const entries: (Element | null)[] = [...(list.current?.children ?? [])];
    place.current = entries.indexOf((target as Element).closest('li'));
  };
  // With what is removed it goes nowhere.
  const left = ({ relatedTarget: to }: FocusEvent): void => {
    if (to && !list.current?.contains(to as Element)) place.current = undefined;
  };
  return (
    <ul class="plain-list" ref={list} onFocusIn={entered} onFocusOut={left}>
      {children}
    </ul>
  );
}

interface RowProps {
  name: string;
  facts: ComponentChildren;
  /** Buttons. */
  actions: ComponentChildren;
  /** What is shown below, such as why something failed. */
  children?: ComponentChildren;
}

/** A row of a list whose entries can be removed. */
export function Row({ name, facts, actions, children }: RowProps) {
  return (
    <li>
      <span class="what">
        <b dir="auto">{name}</b>
        <small>{facts}</small>
      </span>
      <span class="end-side">{actions}</span>
      {children}
    </li>
  );
}

interface LinkButtonProps {
  text: string;
  /** The text with the name of its object, because a list has many such buttons. */
  label: string;
  danger?: boolean;
  button?: RefObject<HTMLButtonElement> | null;
  act: () => void;
}

export function LinkButton({ text, label, danger = false, button = null, act }: LinkButtonProps) {
  return (
    <button
      ref={button}
      type="button"
      class={danger ? 'link danger' : 'link'}
      aria-label={label}
      onClick={act}
    >
      {text}
    </button>
  );
}

/** When something was last used, in words. */
export function usedOn(date: string | undefined): string {
  return date === undefined ? t('account.unused') : t('account.used', { date: dayOf(date) });
}

export function dayOf(date: string): string {
  return shortDay(Date.parse(date));
}

/** A text to be used elsewhere, with a button that copies it. */
export function CopyLine({
  label,
  text,
  tell,
}: {
  label: string;
  text: string;
  /** Tells in a dialog whether that worked: a toast is below it. */
  tell?: (words: string) => void;
}) {
  return (
    <div class="copy-line">
      <span class="of">{label}</span>
      <code dir="ltr">{text}</code>
      <button
        type="button"
        class="link"
        aria-label={t('copy.of', { label })}
        onClick={() => void copy(text, 'copy.done', tell)}
      >
        {t('copy.copy')}
      </button>
    </div>
  );
}
