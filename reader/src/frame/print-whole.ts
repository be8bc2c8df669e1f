// Prints what is folded away in an article, too: paper cannot be unfolded.

/** Called once. */
export function printWhole(): void {
  let folded: HTMLDetailsElement[] = [];
  addEventListener('beforeprint', () => {
    folded = [...document.querySelectorAll<HTMLDetailsElement>('.body details:not([open])')];
    for (const each of folded) each.open = true;
  });
  addEventListener('afterprint', () => {
    for (const each of folded) each.open = false;
  });
}
