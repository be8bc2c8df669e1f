// The place in a list: what is kept of it, and the way back to it.

import { panes } from '../../frame/layout.ts';
import type { ListPlace } from '../../frame/place.ts';
import { currentId, openId, view } from './selection.ts';
import type { View } from './view.ts';

/** Rows behind the first one that are known again: whoever reads on leaves fewer behind between two visits. */
const knownAgain = 50;
/** What the name of a day hides at the upper edge, in pixels. */
const dayHeight = 36;
/** Frames in which the row of the place has to be drawn: it takes three, and on a machine that has too much to do many more. */
const patience = 600;

/** Where somebody is on the way to: until then that is where they are. */
let wayTo: ListPlace | undefined;

/** Undefined at its top, and where there is no list to be seen. */
export function listPlace(): ListPlace | undefined {
  if (wayTo) return wayTo;
  const pane = document.querySelector('.list-scroll');
  const rows = view.peek()?.rows.peek() ?? [];
  if (!pane || pane.scrollTop === 0 || (panes.peek() === 1 && openId.peek() !== undefined)) return undefined;
  const first = [...pane.querySelectorAll<HTMLElement>('li[id]')].find(
    ({ offsetTop, offsetHeight }) => offsetTop + offsetHeight > pane.scrollTop,
  );
  const index = rows.findIndex(({ id }) => `row-${id}` === first?.id);
  if (!first || index === -1) return undefined;
  const ids = rows.slice(index, index + knownAgain).map(({ id }) => id);
  return { ids, beyond: pane.scrollTop - first.offsetTop, count: rows.length };
}

/** Loads what stood above it, and scrolls there unless the person has gone somewhere else meanwhile. */
export async function returnInList(current: View, pane: HTMLElement, place: ListPlace): Promise<void> {
  wayTo = place;
  for (const event of ['wheel', 'keydown', 'pointerdown'])
    addEventListener(event, stay, { once: true, passive: true });
  const row = await rowOf(place, current);
  if (row && wayTo === place) {
    pane.dispatchEvent(new Event('jump'));
    pane.scrollTop = row.offsetTop + (current.anchorId === place.ids[0] ? place.beyond : -dayHeight);
    // From an article one comes back to its row.
    if (panes.peek() === 1)
      document.getElementById(`row-${currentId.peek()}`)?.scrollIntoView({ block: 'nearest' });
  }
  stay();
}

function stay(): void {
  wayTo = undefined;
}

/** The first row of the place that there is still. */
async function rowOf(place: ListPlace, current: View): Promise<HTMLElement | null> {
  const wanted = new Set(place.ids);
  const find = () => current.rows.peek().find(({ id }) => wanted.has(id));
  const isMissing = () => current.rows.peek().length < place.count + knownAgain && !find();
  while (wayTo === place && isMissing() && /loading|more/.test(current.state.peek()))
    await current.loadMore();
  current.anchorId = find()?.id;
  return drawn(current.anchorId);
}

async function drawn(id: number | undefined): Promise<HTMLElement | null> {
  for (let frame = 0; id !== undefined && frame < patience; frame++) {
    const row = document.getElementById(`row-${id}`);
    if (row) return row;
    await new Promise(requestAnimationFrame);
  }
  return null;
}
