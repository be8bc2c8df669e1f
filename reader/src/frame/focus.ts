// Where the focus goes when what had it is gone: a step further, not back to the top of the page.

/** Gives it to what is shown now, unless something else has it. Nobody has moved it yet where the page has only begun. */
export function takeFocus(element: HTMLElement | null | undefined): void {
  const held = document.activeElement;
  const isLost = held === null || held === document.body || held.closest('[inert]') !== null;
  if (isLost && wasMoved) element?.focus({ preventScroll: true });
}

let wasMoved = false;
addEventListener('focusin', () => {
  wasMoved = true;
});
