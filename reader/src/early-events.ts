// Keeps what is pressed or clicked while only the saved list is painted, and repeats it when the program is there.

type Kept = { events: (KeyboardEvent | MouseEvent)[]; stop: () => void };

const place = globalThis as { earlyEvents?: Kept | undefined };

/** Starts to keep what a list understands: single keys, and clicks on links within the reader. */
export function keepEvents(): void {
  const events: Kept['events'] = [];
  const keep = (event: KeyboardEvent | MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || (event instanceof MouseEvent && !linkOf(event)))
      return;
    if (event instanceof MouseEvent) event.preventDefault();
    events.push(event);
  };
  addEventListener('keydown', keep);
  addEventListener('click', keep);
  const stop = (): void => {
    removeEventListener('keydown', keep);
    removeEventListener('click', keep);
  };
  place.earlyEvents = { events, stop };
}

/** Repeats them, once, in the page that has replaced the list. */
export function repeatEvents(): void {
  const { events = [], stop } = place.earlyEvents ?? {};
  delete place.earlyEvents;
  stop?.();
  for (const event of events) {
    if (event instanceof KeyboardEvent) document.body.dispatchEvent(new KeyboardEvent('keydown', event));
    else document.querySelector<HTMLElement>(`a[href="${linkOf(event)}"]`)?.click();
  }
}

function linkOf({ target }: Event): string | undefined {
  return (target as Element).closest('a')?.getAttribute('href') ?? undefined;
}
