// The rows that stand in the page before the program has drawn any (`early-list.ts`): it takes them over, and draws of them what they say.

/** What a row says of its date, and the heading above it, by the id of the item. */
const dates = new Map<number, { when: string; day: string }>();

/** Reads them out of the page, for the first drawing. */
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

/** Until dates can be written: nothing has to be taken away only to come again. */
export function standingDate(id: number, what: 'when' | 'day'): string | undefined {
  return dates.get(id)?.[what];
}
