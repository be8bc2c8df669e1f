// Passing messages: the one polite live region for screen readers, and the toast with its Undo.
import { signal } from '@preact/signals';

/** Long enough to read and to reach; it stays while the pointer or the focus is on it. */
export const toastMs = 8_000;
/** For a toast without a button. */
export const plainToastMs = 4_000;

interface Toast {
  text: string;
  undo?: (() => void) | undefined;
  lasts?: boolean;
}

export const said = signal('');
export const toast = signal<Toast | undefined>(undefined);

/** Announces a text to screen readers. */
export function say(text: string): void {
  // The same text would not be read out a second time.
  said.value = said.peek() === text ? `${text}\u200b` : text;
}

export function showToast(text: string, undo?: () => void): void {
  toast.value = { text, undo };
  say(text);
}

/** For what takes its time: stays until another toast says how it has ended. */
export function showLasting(text: string): void {
  toast.value = { text, lasts: true };
  say(text);
}

export function dismissToast(): void {
  toast.value = undefined;
}
