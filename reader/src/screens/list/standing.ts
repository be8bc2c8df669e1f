// The rows that are in the page before the program draws any (`early-list.ts`): it takes them over, and keeps their dates at first.

/** The date in a row, and that of the heading above it, by the id of the item. */
const dates = new Map<number, { when: string; day: string }>();

/** Reads them from the page, for the first rendering. */
export function noteStanding(page: Element): void {
  for (const row of page.querySelectorAll('li[id]')) {
    const day = row.previousElementSibling?.querySelector('h2')?.lastChild?.textContent ?? '';
    const when = row.querySelector('time')?.textContent ?? '';
    dates.set(Number(row.id.slice('row-'.length)), { when, day });
  }
}

export function forgetStanding(): void {
  dates.clear();
}

export function standingRows(): number {
  return dates.size;
}

/** The date to show until the code that formats dates is loaded, so that nothing disappears meanwhile. */
export function standingDate(id: number, what: 'when' | 'day'): string | undefined {
  return dates.get(id)?.[what];
}
