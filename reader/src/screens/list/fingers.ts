// All that fingers do to a list: swiping its rows, and pulling it down to ask for what is new.
import { startPulling } from './pull.ts';
import { startSwiping } from './swipe.ts';

/** Gives the function that ends it. */
export function startFingers(pane: HTMLElement): () => void {
  const ends = [startSwiping(pane), startPulling(pane)];
  return () => {
    for (const end of ends) end();
  };
}
