// Where the person is: the address bar, the history, and what is put back when somebody goes back.
import { computed, signal } from '@preact/signals';
import { type Route, routeOf } from './routes.ts';

const address = signal({ pathname: location.pathname, search: location.search });

export const route = computed<Route>(() => routeOf(address.value));
/** How the person came here: what was left is put back, what is new begins at its top. */
export const arrival = signal<'new' | 'back'>('back');
/** How many addresses of ours lie behind this one: whether "back" stays in the reader. */
let depth: number = history.state?.depth ?? 0;

/** Goes somewhere; `replace`: without a way back to here. */
export function go(path: string, { replace = false } = {}): void {
  if (path === location.pathname + location.search) return;
  if (!replace) depth++;
  history[replace ? 'replaceState' : 'pushState']({ depth }, '', path);
  arrival.value = 'new';
  move();
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
    depth = event.state?.depth ?? 0;
    arrival.value = 'back';
    move();
  });
  addEventListener('click', followLink);
}

function move(): void {
  const next = { pathname: location.pathname, search: location.search };
  const isNarrow = matchMedia('(width < 600px)').matches;
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (isNarrow && !isStill && 'startViewTransition' in document) {
    document.documentElement.dataset.going = arrival.peek();
    const { ready, finished } = document.startViewTransition(() => {
      address.value = next;
      return new Promise((resolve) => setTimeout(resolve));
    });
    // A machine that is too slow for it, or a window that changes meanwhile, goes there without it.
    for (const each of [ready, finished]) each.catch(() => {});
  } else address.value = next;
}

/** Links to our own addresses are followed without loading the page anew; all others are the browser's. */
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
