// The place in a list: what is remembered of it, and how to return to it.

import { panes } from '../../frame/layout.ts';
import type { ListPlace } from '../../frame/place.ts';
import { currentId, openId, view } from './selection.ts';
import type { View } from './view.ts';

/** Rows after the first one by which the place is recognised, if rows above them have gone: more than one reads between two visits. */
const knownAgain = 50;
/** Pixels at the upper edge that the heading with the day covers. */
const dayHeight = 36;
/** Frames within which the rows have to be drawn: usually it takes three, on a busy machine many more. */
const patience = 600;
/** Frames for which the pane has to stay where it was scrolled: rows that are taken out make it shorter in the next one. */
const calmFrames = 3;

/** The place that is being returned to. Until it is reached, it counts as the current one. */
let wayTo: ListPlace | undefined;

/** Undefined at the top of the list, and if no list is visible. */
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

/** Loads the rows above the place, and scrolls there unless the user has moved on in the meantime. */
export async function returnInList(current: View, pane: HTMLElement, place: ListPlace): Promise<void> {
  wayTo = place;
  for (const event of ['wheel', 'keydown', 'pointerdown', 'popstate'])
    addEventListener(event, stay, { once: true, passive: true });
  const row = await rowOf(place, current);
  if (row && wayTo === place) {
    const top = row.offsetTop + (current.anchorId === place.ids[0] ? place.beyond : -dayHeight);
    await jump(pane, top, current);
    // From an article one comes back to its row.
    if (panes.peek() === 1 && wayTo === place)
      document.getElementById(`row-${currentId.peek()}`)?.scrollIntoView({ block: 'nearest' });
  }
  stay();
}

function stay(): void {
  wayTo = undefined;
}

/** Scrolls there, again until the rows below are drawn, without which the pane does not scroll that far, or does not stay there. */
async function jump(pane: HTMLElement, top: number, current: View): Promise<void> {
  const way = wayTo;
  let calm = 0;
  for (let frame = 0; wayTo === way && frame < patience && calm < calmFrames; frame++) {
    pane.dispatchEvent(new Event('jump'));
    pane.scrollTop = top;
    calm = pane.scrollTop > top - 1 || isDrawnToTheEnd(pane, current) ? calm + 1 : 0;
    await new Promise(requestAnimationFrame);
  }
}

/** Whether no more rows will come: the list may be shorter by now, or the window higher. */
function isDrawnToTheEnd(pane: HTMLElement, { rows, state }: View): boolean {
  const last = document.getElementById(`row-${rows.peek().at(-1)?.id}`);
  return last !== null && pane.querySelector('.end, .mid') !== null && !/loading|more/.test(state.peek());
}

/** The first row of the place that still exists. */
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
