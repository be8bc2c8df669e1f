// Which parts of the page are open: the drawer, the sidebar, the article alone; whether they may move, and which way lines run.
import { computed, signal } from '@preact/signals';

/** Whether the app is in the document: at the start it renders outside it, and is inserted once there is something to see. */
export const isInPage = signal(false);
export const isDrawerOpen = signal(false);
/** Whether the article is shown without the list. */
export const isZen = signal(false);
/** Whether the sidebar is hidden on wide screens. */
export const isSideHidden = signal(false);

const narrow = matchMedia('(width < 600px)');
const wide = matchMedia('(width >= 1024px)');
const width = signal(widthNow());

function widthNow(): 'narrow' | 'medium' | 'wide' {
  return narrow.matches ? 'narrow' : wide.matches ? 'wide' : 'medium';
}

for (const query of [narrow, wide]) {
  query.addEventListener('change', () => {
    width.value = widthNow();
    isDrawerOpen.value = false;
  });
}

/** One pane below 600 px, two below 1,024 px, three from there. */
export const panes = computed(() => ({ narrow: 1, medium: 2, wide: 3 })[width.value]);

/** Whether the person wants nothing to move. */
export function isStill(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** As lines run in the language of the page. */
export function isRightToLeft(): boolean {
  return document.documentElement.dir === 'rtl';
}
