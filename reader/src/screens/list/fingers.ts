// Touch gestures of a list: swiping its rows, and pulling it down to refresh.
import { startPulling } from './pull.ts';
import { startSwiping } from './swipe.ts';

/** Returns a function that ends it. */
export function startFingers(pane: HTMLElement): () => void {
  const ends = [startSwiping(pane), startPulling(pane)];
  return () => {
    for (const end of ends) end();
  };
}
