// Keeps what is pressed or clicked while only the saved list is painted, and repeats it when the program is there.

type Kept = { events: (KeyboardEvent | MouseEvent)[]; stop: () => void };

const place = globalThis as { earlyEvents?: Kept | undefined };

/** Starts to keep what a list understands: single keys, and clicks on its links and buttons. */
export function keepEvents(): void {
  const events: Kept['events'] = [];
  const keep = (event: KeyboardEvent | MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event instanceof MouseEvent) {
      if (!pressed(event)) return;
      event.preventDefault();
    } else if (/^(Enter| )$/.test(event.key) && pressed(event)) return; // A click follows.
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
    else inPlaceOf(pressed(event))?.click();
  }
}

function pressed({ target }: Event): HTMLElement | null {
  return target instanceof Element ? target.closest('a, button') : null;
}

/** Links may have been replaced; buttons are adopted as they are. */
function inPlaceOf(element: HTMLElement | null): HTMLElement | null {
  const href = element?.getAttribute('href');
  return href ? document.querySelector<HTMLElement>(`a[href="${href}"]`) : element;
}
