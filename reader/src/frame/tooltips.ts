// Tooltips of links: the whole date of an item, and names that do not fit into their line.
import { longDay } from '../texts/dates.ts';

/** Called once. They are created on hover: doing so for all rows would cost as much as drawing them. */
export function startTooltips(): void {
  addEventListener('pointermove', tell, { passive: true });
}

function tell({ pointerType, target, clientX, clientY }: PointerEvent): void {
  const link = pointerType === 'mouse' && (target as Element).closest?.<HTMLElement>('.row a, a:has(.t)');
  if (!link) return;
  // The link of a row lies over all of it, and so over what the pointer seems to be on.
  const words = document.elementsFromPoint(clientX, clientY).map(tooltipOf).find(Boolean) ?? '';
  if (link.title !== words) link.title = words;
}

function tooltipOf(element: Element): string {
  if (element instanceof HTMLTimeElement) return longDay(Date.parse(element.dateTime));
  const isCutOff = element.matches('.t, .row .f') && element.scrollWidth > element.clientWidth;
  return isCutOff ? element.textContent : '';
}
