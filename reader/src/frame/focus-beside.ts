// The focus goes to the neighbour of a row, a feed or a group that another device removes.
import { goneElsewhere } from '../data/comings-and-goings.ts';
import { takeFocus } from './focus.ts';

/** Called once. */
export function keepFocusBeside(): void {
  goneElsewhere.soon = () => {
    const focused = document.activeElement;
    // The button that folds a group is beside its link.
    const own = focused?.closest('a') ?? focused?.closest('section')?.querySelector('a');
    const around = own?.closest<HTMLElement>('#list, .side');
    if (!own || !around) return;
    const all = linksIn(around);
    const at = all.indexOf(own);
    const order = [...all.slice(at), ...all.slice(0, at).reverse()];
    const nearest = order.map((link) => ({ link, path: link.pathname }));
    requestAnimationFrame(() => {
      // Rows that stay may be drawn anew, and are found by their addresses; a feed of several groups has more than one link.
      const left = new Map(linksIn(around).map((link) => [link.pathname, link]));
      const found = nearest.find(({ path }) => left.has(path));
      if (!found) return takeFocus(around);
      const { link, path } = found;
      takeFocus(link.isConnected && link.pathname === path ? link : left.get(path));
    });
  };
}

function linksIn(around: Element): HTMLAnchorElement[] {
  return [...around.querySelectorAll('a')];
}
