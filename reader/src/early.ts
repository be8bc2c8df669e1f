// Runs before anything is painted: what the person has chosen must not flash up otherwise, and what is needed first is asked for.
import { askEarly } from './data/early.ts';
import { dayOf, readFirstPage } from './data/first-page.ts';
import { keepEvents } from './early-events.ts';
import { drawSavedList } from './early-list.ts';
import { chooseLanguage, directionOf } from './texts/choice.ts';

/** Files that are wanted soon, but must not stand in the way of the script and of the first list; the build names them. */
declare const LATER: { style: string; fonts: string[] };

// Here already: with luck, what is painted first is painted in them.
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
  // No storage, or nonsense in it: the look of the system is right.
}

// A style sheet that a script brings holds up neither the painting nor the scripts.
addLink({ rel: 'stylesheet', href: LATER.style, id: 'rest' });

/** Where the service worker answers, files and items are here already. */
function hasCopy(): boolean {
  return Boolean(navigator.serviceWorker?.controller);
}

function addLink(link: Partial<HTMLLinkElement>): void {
  document.head.append(Object.assign(document.createElement('link'), link));
}
