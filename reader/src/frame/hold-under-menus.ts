// Menus are placed once, beside what they are for: while one is open nothing moves away under it, as under the menus of a system.

const openMenu = '.menu:popover-open';

/** The width of the window when the menu was opened. */
let width = 0;

/** Called once. */
export function holdUnderMenus(): void {
  document.addEventListener(
    'beforetoggle',
    ({ target, newState }) => {
      if ((target as Element).matches('.menu')) newState === 'open' ? begin() : end();
    },
    true,
  );
  // One may have been opened before this was loaded.
  if (document.querySelector(openMenu)) begin();
}

function begin(): void {
  width = innerWidth;
  // Not all the time: a browser would ask before each scroll of the page.
  addEventListener('wheel', hold, { passive: false });
  addEventListener('resize', closeIfAway);
}

function end(): void {
  removeEventListener('wheel', hold);
  removeEventListener('resize', closeIfAway);
}

function hold(event: WheelEvent): void {
  // One that was taken out of the page tells nobody.
  if (!document.querySelector(openMenu)) end();
  else if (!event.ctrlKey && !(event.target as Element).closest('.menu')) event.preventDefault();
}

/** The panes have moved then. Only lower, a window may become for a keyboard on the screen. */
function closeIfAway(): void {
  const menu = document.querySelector<HTMLElement>(openMenu);
  if (menu && (innerWidth !== width || menu.getBoundingClientRect().bottom > innerHeight)) menu.hidePopover();
}
