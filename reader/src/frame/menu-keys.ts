// The keys of a menu: arrows go around among its entries, and Tab goes on from where it was opened.

/** The entries of a menu that can have the focus, in their order. */
export function entriesOf(menu: HTMLElement | null): HTMLElement[] {
  return [...(menu?.querySelectorAll<HTMLElement>('button, a') ?? [])];
}

/** To be called with each key that is pressed in a menu. */
export function stepInMenu(event: KeyboardEvent & { currentTarget: HTMLElement }): void {
  const entries = entriesOf(event.currentTarget);
  const at = entries.indexOf(document.activeElement as HTMLElement);
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
  // The browser gives the focus back before it moves it on. Left open, the menu would hide what has it.
  if (event.key === 'Tab') event.currentTarget.hidePopover();
  if (next === undefined) return;
  event.preventDefault();
  entries.at(next % entries.length)?.focus();
}
