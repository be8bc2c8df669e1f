// The place in a list: what is kept of it, and the way back to it.

import { panes } from '../../frame/layout.ts';
import { keepPlaceHere, type ListPlace, placeHere } from '../../frame/place.ts';
import { currentId, openId, view } from './selection.ts';
import type { View } from './view.ts';

/** Rows behind the first one that are known again: whoever reads on leaves fewer behind between two visits. */
const knownAgain = 50;
/** What the name of a day hides at the upper edge, in pixels. */
const dayHeight = 36;
/** Frames in which the row of the place has to be drawn; it takes three. */
const patience = 60;

/** Undefined at its top, and where there is no list to be seen. */
export function listPlace(): ListPlace | undefined {
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
export async function returnInList(current: View, pane: HTMLElement): Promise<void> {
  const { list: place } = placeHere();
  if (!place) return;
  const hasActed = watchForActs();
  const wanted = new Set(place.ids);
  const find = () => current.rows.peek().find(({ id }) => wanted.has(id));
  const hasMore = () => /loading|more/.test(current.state.peek());
  while (!find() && current.rows.peek().length < place.count + knownAgain && hasMore())
    await current.loadMore();
  current.anchorId = find()?.id;
  const row = await drawn(current.anchorId);
  if (!row || hasActed()) return;
  pane.dispatchEvent(new Event('jump'));
  pane.scrollTop = row.offsetTop + (current.anchorId === place.ids[0] ? place.beyond : -dayHeight);
  // From an article one comes back to its row.
  if (panes.peek() === 1)
    document.getElementById(`row-${currentId.peek()}`)?.scrollIntoView({ block: 'nearest' });
  keepPlaceHere({ ...placeHere(), list: listPlace() });
}

async function drawn(id: number | undefined): Promise<HTMLElement | null> {
  for (let frame = 0; id !== undefined && frame < patience; frame++) {
    const row = document.getElementById(`row-${id}`);
    if (row) return row;
    await new Promise(requestAnimationFrame);
  }
  return null;
}

/** Gives whether keys, fingers or the mouse have been used since. */
function watchForActs(): () => boolean {
  let hasActed = false;
  const acted = (): void => {
    hasActed = true;
  };
  for (const event of ['wheel', 'keydown', 'pointerdown'])
    addEventListener(event, acted, { once: true, passive: true });
  return () => hasActed;
}
