// Where the person is: the address bar, the history, and what is restored on the way back.
import { computed, signal } from '@preact/signals';
import { openPictures } from '../screens/article/lightbox-state.ts';
import { openDialog, typedAhead } from './asked-for.ts';
import { isDrawerOpen, isStill } from './layout.ts';
import { openMenu } from './menu-state.ts';
import { type Route, routeOf } from './routes.ts';

const address = signal({ pathname: location.pathname, search: location.search });

export const route = computed<Route>(() => routeOf(address.value));
/** How the person came here: on the way back the place is restored, a new page begins at its top. */
export const arrival = signal<'new' | 'back'>('back');
/** How many addresses of the reader come before this one in the history: whether "back" stays in the reader. */
let depth: number = history.state?.depth ?? 0;

/** Closes what lies over the page, which belongs to the one that is left, as what is typed ahead does. */
function uncover(): void {
  openDialog.value = openPictures.value = openMenu.value = typedAhead.value = undefined;
  isDrawerOpen.value = false;
}

/** Goes to an address; with `replace` there is no way back to the current one. */
export function go(path: string, { replace = false } = {}): void {
  const { pathname, search } = address.peek();
  uncover();
  // A screen may have changed its own address since, as the table of feeds does.
  if (path === pathname + search && location.href.endsWith(path)) return;
  const next = replace ? depth : depth + 1;
  try {
    history[replace ? 'replaceState' : 'pushState']({ depth: next }, '', path);
    depth = next;
  } catch {
    // Safari allows 100 changes within ten seconds, and a key that is held down makes more: the page goes on without its address.
  }
  arrival.value = 'new';
  move(new URL(path, location.origin));
}

/** Back to where the person was in the reader, or else to `otherwise`. */
export function goBack(otherwise: string): void {
  if (depth > 0) history.back();
  else go(otherwise, { replace: true });
}

export function startRouter(): void {
  history.scrollRestoration = 'manual';
  if (location.pathname === '/') go('/unread', { replace: true });
  addEventListener('popstate', (event) => {
    const by = (history.state?.depth ?? 0) - depth;
    depth += by;
    uncover();
    const { pathname, search } = address.peek();
    // An item that was closed by a key has left its list there once more: a step would do nothing.
    if (Math.abs(by) === 1 && pathname + search === location.pathname + location.search)
      return history.go(by);
    arrival.value = 'back';
    move(location, event.hasUAVisualTransition);
  });
  addEventListener('click', followLink);
}

/** `isShown`: the browser has moved the page already, as under a finger that goes back. */
function move({ pathname, search }: URL | Location, isShown = false): void {
  const next = { pathname, search };
  const isNarrow = matchMedia('(width < 600px)').matches;
  if (isNarrow && !isStill() && !isShown && 'startViewTransition' in document) {
    document.documentElement.dataset.going = arrival.peek();
    const { ready, finished } = document.startViewTransition(() => {
      address.value = next;
      return new Promise((resolve) => setTimeout(resolve));
    });
    // On a slow machine, or when the window changes meanwhile, the transition is skipped.
    for (const each of [ready, finished]) each.catch(() => {});
  } else address.value = next;
}

/** Follows links to addresses of the reader without reloading the page; all others are left to the browser. */
function followLink(event: MouseEvent): void {
  const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
  const link = (event.target as Element | null)?.closest?.('a');
  if (!isPlain || event.defaultPrevented || !link?.href || link.target || link.hasAttribute('download'))
    return;
  const url = new URL(link.href);
  if (url.origin !== location.origin || routeOf(url).kind === 'nowhere') return;
  event.preventDefault();
  go(url.pathname + url.search);
}
