// Prints what is folded away in an article, too: paper cannot be unfolded.

/** Called once. */
export function printWhole(): void {
  const folded = new Set<HTMLDetailsElement>();
  addEventListener('beforeprint', () => {
    for (const each of document.querySelectorAll<HTMLDetailsElement>('.body details:not([open])')) {
      folded.add(each);
      each.open = true;
    }
  });
  addEventListener('afterprint', () => {
    for (const each of folded) each.open = false;
    folded.clear();
  });
}
