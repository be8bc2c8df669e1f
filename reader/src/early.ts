// Runs before anything is painted: applies the settings, so that nothing flashes up differently, and requests what is needed first.
import { askEarly } from './data/early.ts';
import { dayOf, readFirstPage } from './data/first-page.ts';
import { keepEvents } from './early-events.ts';
import { watchForFailure } from './early-failure.ts';
import { drawSavedList } from './early-list.ts';
import { chooseLanguage, directionOf } from './texts/choice.ts';

/** Files that are wanted soon, but must not delay the script and the first list; the build names them. */
declare const LATER: { style: string; fonts: string[] };

watchForFailure();

// The fonts are cached already: with luck, the first paint uses them.
if (hasCopy()) {
  for (const href of LATER.fonts) addLink({ rel: 'preload', as: 'font', crossOrigin: '', href });
}

try {
  const { theme, language, orders, filters, density, panes } = JSON.parse(
    localStorage.getItem('settings') ?? '{}',
  );
  const root = document.documentElement;
  if (theme) root.dataset.theme = theme;
  const chosen = chooseLanguage(language ?? '', navigator.languages);
  root.lang = chosen;
  root.dir = directionOf(chosen);
  if (!hasCopy() && !orders && !filters) askEarly(location.pathname);
  const page = location.pathname === '/unread' && !orders?.unread ? readFirstPage(chosen) : undefined;
  const into = document.getElementById('reader');
  if (page && into) {
    root.dataset.density = density ?? '';
    for (const name of ['side', 'list'])
      if (panes?.[name]) root.style.setProperty(`--${name}-chosen`, `${panes[name]}px`);
    drawSavedList(page, { into, now: dayOf(new Date()) });
    keepEvents();
  }
} catch {
  // No storage, or nonsense in it: the system's look applies.
}

// A style sheet that a script adds blocks neither painting nor scripts.
addLink({ rel: 'stylesheet', href: LATER.style, id: 'rest' });

/** Where the service worker answers, files and items are cached already. */
function hasCopy(): boolean {
  return Boolean(navigator.serviceWorker?.controller);
}

function addLink(link: Partial<HTMLLinkElement>): void {
  document.head.append(Object.assign(document.createElement('link'), link));
}
