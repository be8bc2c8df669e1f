// Decides where the focus goes when the element that had it is gone: to what is shown instead, not to the top of the page.
import { useEffect } from 'preact/hooks';

/** Focuses what is shown now, unless something else has the focus, or nobody has moved the focus since the page was loaded. */
export function takeFocus(element: HTMLElement | null | undefined): void {
  if (wasMoved && !document.querySelector(':not([inert] *):focus')) element?.focus({ preventScroll: true });
}

/** For what stands in the place of a list's rows: when it goes, the list has the focus that was in it. */
export function useFocusToList(): void {
  useEffect(() => () => void requestAnimationFrame(() => takeFocus(document.getElementById('list'))), []);
}

let wasMoved = false;
addEventListener('focusin', () => {
  wasMoved = true;
});
