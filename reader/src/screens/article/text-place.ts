// The place in a text: what is kept of it, and the way back to it.
import { placeHere, type TextPlace } from '../../frame/place.ts';
import { arrival } from '../../frame/router.ts';
import { openId } from '../list/selection.ts';

/** The elements of a text, without those that come and go while it is read: pictures that are missing, open notes, films. */
const lasting = '.body :not(img, .picture, .no-picture, :is(.no-picture, .footnote, .embed) *)';

/** Undefined at its top, and where there is no text to be seen; the one of before where it has not come yet. */
export function textPlace(): TextPlace | undefined {
  const pane = document.querySelector('.article-scroll');
  const itemId = openId.peek();
  if (!pane || itemId === undefined) return undefined;
  const all = elementsIn(pane);
  if (all.length === 0) return placeHere().text;
  if (pane.scrollTop === 0) return undefined;
  const top = edgeOf(pane);
  // The innermost one that begins above the edge.
  const index = all.findLastIndex((element) => edgeOf(element) <= top);
  const element = all[index];
  return element && { itemId, index, count: all.length, beyond: top - edgeOf(element) };
}

/** Scrolls there; before anything of the text is painted. */
export function returnInText(body: Element, itemId: number): void {
  const { text: place } = placeHere();
  const pane = body.closest('.article-scroll');
  if (!pane || place?.itemId !== itemId || arrival.peek() !== 'back') return;
  const all = elementsIn(pane);
  const element = all[place.index];
  if (element && all.length === place.count) pane.scrollTop += edgeOf(element) - edgeOf(pane) + place.beyond;
}

function elementsIn(pane: Element): Element[] {
  return [...pane.querySelectorAll(lasting)];
}

function edgeOf(element: Element): number {
  return element.getBoundingClientRect().top;
}
