// Decides where the focus goes when the element that had it is gone: to what is shown instead, not to the top of the page.

/** Focuses what is shown now, unless something else has the focus, or nobody has moved the focus since the page was loaded. */
export function takeFocus(element: HTMLElement | null | undefined): void {
  if (wasMoved && !document.querySelector(':not([inert] *):focus')) element?.focus({ preventScroll: true });
}

let wasMoved = false;
addEventListener('focusin', () => {
  wasMoved = true;
});
