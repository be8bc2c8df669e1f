// The place on a page that is no list: what is remembered of it, and how to return to it.
import { placeHere } from './place.ts';

/** Frames within which enough of the page has to be there: it may ask the service first. */
const patience = 600;

/** The place that is being returned to. Until it is reached, it counts as the current one. */
let wayTo: { top: number } | undefined;

/** Pixels from the top; undefined there, and where a list is shown. */
export function screenPlace(): number | undefined {
  return wayTo?.top ?? (paneHere()?.scrollTop || undefined);
}

/** Scrolls to the place that is kept with the address, once there is so much to scroll, unless the person has moved on by then. */
export async function returnOnScreen(): Promise<void> {
  const { screen: top } = placeHere();
  const address = location.href;
  wayTo = undefined;
  if (top === undefined) return;
  const way = { top };
  wayTo = way;
  for (const event of ['wheel', 'keydown', 'pointerdown'])
    addEventListener(event, stay, { once: true, passive: true });
  for (let frame = 0; frame < patience; frame++) {
    // What is left now may still be there.
    await new Promise(requestAnimationFrame);
    if (wayTo !== way || location.href !== address) break;
    const pane = paneHere();
    if (!pane || pane.scrollHeight - pane.clientHeight < top) continue;
    pane.scrollTop = top;
    break;
  }
  if (wayTo === way) stay();
}

function stay(): void {
  wayTo = undefined;
}

/** On a narrow screen, the feeds are a page of their own. */
function paneHere(): Element | null {
  return document.querySelector('.screen, .as-page .tree');
}
