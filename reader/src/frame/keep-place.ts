// Keeps the place in the list, in the text and on other pages with the address, for a page that is loaded anew or thrown away.
import { effect } from '@preact/signals';
import { textPlace } from '../screens/article/text-place.ts';
import { listPlace } from '../screens/list/list-place.ts';
import { keepPlaceHere, placeHere } from './place.ts';
import { arrival, route } from './router.ts';
import { returnOnScreen, screenPlace } from './screen-place.ts';

/** After the last of many scrolls: browsers count how often their history is written. */
const restMs = 200;

/** Called once. */
export function keepPlace(): void {
  let resting: ReturnType<typeof setTimeout> | undefined;
  let scrolledAt: string | undefined;
  const keep = (): void => {
    clearTimeout(resting);
    scrolledAt = undefined;
    keepPlaceHere({ list: listPlace(), text: textPlace(), screen: screenPlace() });
  };
  // Whoever has gone elsewhere meanwhile was not there.
  const keepScrolled = (): void => {
    if (scrolledAt === location.href) keep();
  };
  const scrolled = (): void => {
    clearTimeout(resting);
    scrolledAt = location.href;
    resting = setTimeout(keepScrolled, restMs);
  };
  document.addEventListener('scroll', scrolled, { capture: true, passive: true });
  // A new address has no place yet, and the list beside an article that opens may never be scrolled again.
  effect(() => {
    route.value;
    if (arrival.peek() === 'new') scrolled();
    else void returnOnScreen();
  });
  // Scrolled before this came, and perhaps never again.
  if (!placeHere().list && listPlace()) scrolled();
  addEventListener('click', keepScrolled, { capture: true });
  // Of a page that is being left it would not be kept any more; what the browser throws away was hidden before.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') keep();
  });
}
