// The focus goes to the neighbour of a row, a feed or a group that another device removes.
import { goneElsewhere } from '../data/comings-and-goings.ts';
import { takeFocus } from './focus.ts';

/** Called once. */
export function keepFocusBeside(): void {
  goneElsewhere.soon = () => {
    const own = document.activeElement?.closest('a');
    const around = own?.closest<HTMLElement>('#list, .side');
    if (!own || !around) return;
    const all = linksIn(around).map(({ pathname }) => pathname);
    const at = all.indexOf(own.pathname);
    const nearest = [...all.slice(at), ...all.slice(0, at).reverse()];
    requestAnimationFrame(() => {
      // By their addresses: rows that stay may be drawn anew.
      const left = new Map(linksIn(around).map((link) => [link.pathname, link]));
      const path = nearest.find((each) => left.has(each));
      takeFocus(path === undefined ? around : left.get(path));
    });
  };
}

function linksIn(around: Element): HTMLAnchorElement[] {
  return [...around.querySelectorAll('a')];
}
